// The gated delta rule against reference.c, and Mamba-2's recurrence against plain loops here, in double.
#include <string.h>

#include "harness.h"

void reference_delta(const DeltaArgs *a, const float *q, const float *k, const float *v, const float *decays,
                     const float *beta, const int32_t *positions, const float *go, double *states, double *o,
                     double *dq, double *dk, double *dv, double *d_decays, double *d_beta);

static const double BOUND = 2e-6;

static const int ROWS[][8] = {{1}, {49}, {5, 1, 60, 20}, {47}, {48}, {5, 1, 70, 20, 48, 3, 33}, {150}};
static const int DELTA_HEADS[][3] = {{3, 3, 64}, {2, 4, 16}, {1, 2, 96}, {1, 1, 128}};  // of keys, of values, width

static int32_t *positions_of(const int *lengths, int *tokens) {
    int32_t *positions = zeros(1024, sizeof(int32_t));
    int t = 0;
    for (int i = 0; i < 8 && lengths[i]; i++)
        for (int k = 0; k < lengths[i]; k++) positions[t++] = k;
    *tokens = t;
    return positions;
}

static void make_unit(float *x, size_t rows, int d) {
    for (size_t r = 0; r < rows; r++) {
        double length = 0;
        for (int i = 0; i < d; i++) length += (double)x[r * d + i] * x[r * d + i];
        for (int i = 0; i < d; i++) x[r * d + i] /= (float)sqrt(length);
    }
}

// In from .. to.
static float *between(size_t n, float from, float to) {
    float *numbers = zeros(n, sizeof(float));
    for (size_t i = 0; i < n; i++) numbers[i] = from + (to - from) * (float)whole(0, 1 << 20) / (1 << 20);
    return numbers;
}

static void test_delta(const F32Kernels *kernels, const int *lengths, const int *heads, int threads) {
    const int d = heads[2];
    int n;
    const int32_t *positions = positions_of(lengths, &n);
    DeltaArgs a = {d, heads[0], heads[1], n, 0.25f, 0};
    const size_t keys = (size_t)n * heads[0] * d, values = (size_t)n * heads[1] * d, each = (size_t)n * heads[1];
    float *q = normal(keys, 1), *k = normal(keys, 1);
    const float *v = normal(values, 1), *go = normal(values, 1);
    float *decays = normal(each, 1), *beta = normal(each, 1);  // as in tests/support/gated_delta.py
    for (size_t i = 0; i < each; i++) {
        decays[i] = -expf(2 * decays[i] - 3) * (i / heads[1] % 17 == 5 ? 50 : 1);
        beta[i] = 1 / (1 + expf(-2 * beta[i]));
    }
    const size_t token = (size_t)heads[0] * d;
    for (int t = 2; t < n; t += 3) memcpy(k + t * token, k + t / 3 * token, token * sizeof(float));
    make_unit(q, keys / d, d);
    make_unit(k, keys / d, d);
    double *o = zeros(values, 8), *dq = zeros(keys, 8), *dk = zeros(keys, 8), *dv = zeros(values, 8);
    double *d_decays = zeros(each, 8), *d_beta = zeros(each, 8), *states = zeros((size_t)(n + 1) * d * d, 8);
    reference_delta(&a, q, k, v, decays, beta, positions, go, states, o, dq, dk, dv, d_decays, d_beta);

    const struct ggml_tensor qs = tensor(GGML_TYPE_F32, q, d, heads[0], n);
    const struct ggml_tensor ks = tensor(GGML_TYPE_F32, k, d, heads[0], n);
    const struct ggml_tensor vs = tensor(GGML_TYPE_F32, v, d, heads[1], n);
    const struct ggml_tensor gos = tensor(GGML_TYPE_F32, go, d, heads[1], n);
    const struct ggml_tensor left = tensor(GGML_TYPE_F32, decays, heads[1], n, 1);
    const struct ggml_tensor betas = tensor(GGML_TYPE_F32, beta, heads[1], n, 1);
    const struct ggml_tensor places = tensor(GGML_TYPE_I32, positions, n, 1, 1);
    const int64_t numbers = DELTA_BACK_NUMBERS(n, d), all = 2 * keys + values + 2 * each;
    const struct ggml_tensor memory = tensor(GGML_TYPE_F32, normal(numbers * threads, 1), numbers, threads, 1);
    struct ggml_tensor to = tensor(GGML_TYPE_F32, zeros(values, sizeof(float)), d, heads[1], n);
    struct ggml_tensor back = tensor(GGML_TYPE_F32, zeros(all, sizeof(float)), all, 1, 1);
    COMPUTE(kernels->delta, &to, threads, &a, &qs, &ks, &vs, &left, &betas, &places, &memory);
    COMPUTE(kernels->delta_back, &back, threads, &a, &qs, &ks, &vs, &left, &betas, &places, &gos, &memory);
    note(kernels->name, "gated delta rule", error_of(to.data, o, values), BOUND);
    const struct {
        const double *truth;
        size_t n;
    } gradients[] = {{dq, keys}, {dk, keys}, {dv, values}, {d_decays, each}, {d_beta, each}};
    const float *found = back.data;
    for (int i = 0; i < 5; found += gradients[i++].n) {
        if (n == 1 && i == 3) continue;  // a single token's decay leaves nothing
        note(kernels->name, "gated delta rule, gradients", error_of(found, gradients[i].truth, gradients[i].n), BOUND);
    }
    forget();
}

// One head's numbers [T][width] and [T][n], and where the gradients are added.
typedef struct {
    int n, width, tokens;
    size_t x_next, b_next, heads;  // from one token's to the next
    const float *x, *b, *c, *decay, *step, *dy;
    float skip;
    const int32_t *positions;
    double *y, *dx, *db, *dc, *d_decay, *d_step;
} Head;

// Of one row r of the state: state = decay state + step x b, y = state . c + skip x; and backward.
static void recur(const Head *h, int r) {
    const int n = h->n;
    double *states = zeros((size_t)(h->tokens + 1) * n, sizeof(double)), later[n];
    memset(later, 0, sizeof(later));
    for (int t = 0; t < h->tokens; t++) {
        const double x = h->x[t * h->x_next + r], decay = h->positions[t] ? h->decay[t * h->heads] : 0;
        double y = h->skip * x;
        for (int i = 0; i < n; i++) {
            const double state = decay * states[t * n + i] + h->step[t * h->heads] * x * h->b[t * h->b_next + i];
            states[(t + 1) * n + i] = state;
            y += state * h->c[t * h->b_next + i];
        }
        h->y[t * h->x_next + r] = y;
    }
    for (int t = h->tokens - 1; t >= 0; t--) {
        const double x = h->x[t * h->x_next + r], dy = h->dy[t * h->x_next + r], step = h->step[t * h->heads];
        const double decay = h->positions[t] ? h->decay[t * h->heads] : 0;
        double read = 0, held = 0;
        for (int i = 0; i < n; i++) {
            const double gradient = later[i] + h->c[t * h->b_next + i] * dy, before = states[t * n + i];
            h->dc[t * h->b_next + i] += states[(t + 1) * n + i] * dy;
            h->db[t * h->b_next + i] += gradient * step * x;
            read += gradient * h->b[t * h->b_next + i];
            held += gradient * before;
            later[i] = decay * gradient;
        }
        h->dx[t * h->x_next + r] = step * read + h->skip * dy;
        h->d_step[t * h->heads] += x * read;
        if (h->positions[t]) h->d_decay[t * h->heads] += held;
    }
}

static void test_scan(const F32Kernels *kernels, const int *lengths, const int *shape, int threads) {
    const int heads = shape[0], width = shape[1], groups = shape[2], state = shape[3];
    int n;
    const int32_t *positions = positions_of(lengths, &n);
    ScanArgs a = {state, width, heads, groups, n, heads / groups > 1 ? 2 : 1, 0};
    const size_t wide = (size_t)heads * width, many = (size_t)groups * state, mixed = wide + 2 * many;
    const float *x = normal(n * wide, 1), *b = normal(n * many, 1), *c = normal(n * many, 1), *dy = normal(n * wide, 1);
    const float *decays = between(n * heads, 0.3f, 1), *steps = between(n * heads, 0.1f, 1), *skip = normal(heads, 1);
    double *y = zeros(n * wide, 8), *gradients = zeros(n * (mixed + 2 * heads), 8);
    double *dx = gradients, *db = dx + n * wide, *dc = db + n * many, *d_decay = dc + n * many;
    double *d_step = d_decay + n * heads;
    for (int head = 0; head < heads; head++) {
        const int at = head / (heads / groups) * state, row = head * width;
        const Head h = {state, width, n, wide, many, heads, x + row, b + at, c + at, decays + head, steps + head,
                        dy + row, skip[head], positions, y + row, dx + row, db + at, dc + at, d_decay + head,
                        d_step + head};
        for (int r = 0; r < width; r++) recur(&h, r);
    }

    float *xbc = zeros(n * mixed, sizeof(float));
    double *d_xbc = zeros(n * mixed, sizeof(double));
    for (int t = 0; t < n; t++) {
        memcpy(xbc + t * mixed, x + t * wide, wide * sizeof(float));
        memcpy(xbc + t * mixed + wide, b + t * many, many * sizeof(float));
        memcpy(xbc + t * mixed + wide + many, c + t * many, many * sizeof(float));
        memcpy(d_xbc + t * mixed, dx + t * wide, wide * sizeof(double));
        memcpy(d_xbc + t * mixed + wide, db + t * many, many * sizeof(double));
        memcpy(d_xbc + t * mixed + wide + many, dc + t * many, many * sizeof(double));
    }
    const struct ggml_tensor inputs = tensor(GGML_TYPE_F32, xbc, mixed, n, 1);
    const struct ggml_tensor left = tensor(GGML_TYPE_F32, decays, heads, n, 1);
    const struct ggml_tensor by = tensor(GGML_TYPE_F32, steps, heads, n, 1);
    const struct ggml_tensor places = tensor(GGML_TYPE_I32, positions, n, 1, 1);
    const struct ggml_tensor skips = tensor(GGML_TYPE_F32, skip, heads, 1, 1);
    const struct ggml_tensor dys = tensor(GGML_TYPE_F32, dy, width, heads, n);
    const int64_t numbers = SCAN_NUMBERS(n, state), all = SCAN_GRADIENTS(n, state, width, heads, groups * a.parts);
    const struct ggml_tensor memory = tensor(GGML_TYPE_F32, normal(numbers * threads, 1), numbers, threads, 1);
    struct ggml_tensor to = tensor(GGML_TYPE_F32, zeros(n * wide, sizeof(float)), width, heads, n);
    struct ggml_tensor back = tensor(GGML_TYPE_F32, zeros(all, sizeof(float)), all, 1, 1);
    struct ggml_tensor sum = tensor(GGML_TYPE_F32, zeros(n * mixed, sizeof(float)), mixed, n, 1);
    COMPUTE(kernels->scan, &to, threads, &a, &inputs, &left, &by, &places, &skips);
    COMPUTE(kernels->scan_back, &back, threads, &a, &inputs, &left, &by, &places, &skips, &dys, &memory);
    COMPUTE(kernels->scan_gather, &sum, threads, &a, &back);
    const float *found = (const float *)back.data + n * wide;
    note(kernels->name, "Mamba-2's recurrence", error_of(to.data, y, n * wide), BOUND);
    note(kernels->name, "Mamba-2's recurrence, gradients", error_of(sum.data, d_xbc, n * mixed), BOUND);
    if (n > 1) note(kernels->name, "Mamba-2's recurrence, gradients", error_of(found, d_decay, n * heads), BOUND);
    note(kernels->name, "Mamba-2's recurrence, gradients", error_of(found + n * heads, d_step, n * heads), BOUND);
    forget();
}

void test_recurrences(const F32Kernels *kernels) {
    static const int SCAN_ROWS_OF[][8] = {{1}, {5, 1, 70}, {150}};
    static const int SCAN_HEADS[][4] = {{4, 8, 1, 16}, {6, 4, 2, 32}, {3, 64, 1, 128}};  // heads, width, groups, state
    const int rows = is_short ? 3 : sizeof(ROWS) / sizeof(*ROWS);
    for (int row = 0; row < rows; row++)
        for (int heads = 0; heads < (is_short ? 3 : 4); heads++) {
            seed(10 * row + heads);
            test_delta(kernels, ROWS[row], DELTA_HEADS[heads], 1 + (row + heads) % 3);
        }
    for (int row = 0; row < (is_short ? 2 : 3); row++)
        for (int heads = 0; heads < (is_short ? 2 : 3); heads++) {
            seed(100 + 10 * row + heads);
            test_scan(kernels, SCAN_ROWS_OF[row], SCAN_HEADS[heads], 1 + (row + heads) % 3);
        }
}
