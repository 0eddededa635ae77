// What is computed in F32, but for the recurrences: attention, LoRA's factors, and what is done number by number.
#include <string.h>

#include "harness.h"

void reference_attention(const AttentionArgs *a, const float *q, const float *k, const float *v, const int32_t *mask,
                         const float *sinks, const float *go, double *o, double *dq, double *dk, double *dv);
void reference_contract(double scale, const float *a, const float *x, int d, int rank, int tokens, double *h);
void reference_expand(const float *b, const float *h, int d, int rank, int tokens, double *y);
void reference_outer(const float *x, const float *h, int d, int rank, int tokens, double *y);
void reference_conv(const float *x, const float *taps, const int32_t *positions, const float *bias, int d, int length,
                    int tokens, double *y);
void reference_conv_back(const float *dy, const float *taps, const int32_t *positions, int d, int length, int tokens,
                         double *dx);
void reference_norm(const float *x, const float *gain, int d, double eps, double *y);
void reference_norm_back(const float *dy, const float *x, const float *gain, int d, double eps, double *dx);
void reference_swiglu(const float *gate, const float *up, int d, double *y);
void reference_swiglu_back(const float *dy, const float *gate, const float *up, int d, double *d_gate, double *d_up);
void reference_swiglu_oai(double alpha, double limit, const float *gate, const float *up, int d, double *y);
void reference_swiglu_oai_back(double alpha, double limit, const float *dy, const float *gate, const float *up, int d,
                               double *d_gate, double *d_up);
double reference_cross_entropy(const float *logits, int n, int label, double *gradient);

static const double BOUND = 1e-6;

// Rows of packed sequences as in test_f32_kernels.py: their lengths, how many keys a query sees (0: all before it), and
// how many tokens each sequence has in the last before it that shares none.
static const struct {
    int lengths[8], window, shared[8];
} MASKS[] = {
    {{1}, 0, {0}}, {{65}, 0, {0}}, {{5, 1, 50, 20}, 30, {0}}, {{20, 9, 50, 3, 4}, 0, {0, 17, 17, 0, 2}},  // short form's
    {{47}, 0, {0}}, {{48}, 0, {0}}, {{49}, 0, {0}}, {{5, 1, 70, 48, 3, 64, 33}, 0, {0}},
    {{150}, 37, {0}}, {{90, 4, 60}, 50, {0}}, {{60, 33, 5, 40, 30, 3}, 45, {0, 50, 7, 0, 33, 1}},
};
static const struct {
    int heads, kv_heads, d;
    float cap;
    int sinks;
} HEADS[] = {{9, 3, 64, 0, 0}, {9, 3, 64, 3, 0}, {4, 4, 16, 0, 1}, {2, 2, 96, 0, 0}, {4, 1, 256, 3, 1}};

static int larger(int a, int b) { return a > b ? a : b; }

// The keys that each token attends to, as attention reads them, and how many tokens there are.
static int32_t *mask_of(int number, int *tokens) {
    const int *lengths = MASKS[number].lengths, window = MASKS[number].window;
    int n = 0, t = 0, host = 0;
    for (int i = 0; i < 8; i++) n += lengths[i];
    int32_t *own = zeros(MASK_ROWS * n, sizeof(int32_t)), *shared = own + n, *shared_end = shared + n;
    for (int i = 0; i < 8 && lengths[i]; i++) {
        const int begin = t, before = MASKS[number].shared[i];
        if (!before) host = begin;
        for (; t < begin + lengths[i]; t++) {
            own[t] = window ? larger(begin, t - window + 1) : begin;
            shared_end[t] = host + before;
            shared[t] = host + (window ? larger(0, before + t - begin - window + 1) : 0);
            if (shared[t] > shared_end[t]) shared[t] = shared_end[t];
        }
    }
    *tokens = n;
    return own;
}

// [T][heads][d] as [heads][T][d].
static float *heads_first(const float *x, int tokens, int heads, int d) {
    float *turned = zeros((size_t)tokens * heads * d, sizeof(float));
    for (int t = 0; t < tokens; t++)
        for (int h = 0; h < heads; h++)
            memcpy(turned + ((size_t)h * tokens + t) * d, x + ((size_t)t * heads + h) * d, d * sizeof(float));
    return turned;
}

static struct ggml_tensor in_panels(const F32Kernels *kernels, AttentionArgs *a, const float *x, int threads) {
    const int64_t numbers = (int64_t)(a->tokens + KEYS - 1) / KEYS * KEYS * a->head_dim;
    const struct ggml_tensor from = tensor(GGML_TYPE_F32, x, a->head_dim, a->kv_heads, a->tokens);
    struct ggml_tensor panels =
        tensor(GGML_TYPE_F32, zeros(numbers * a->kv_heads, sizeof(float)), numbers, a->kv_heads, 1);
    COMPUTE(kernels->panels, &panels, threads, a, &from);
    return panels;
}

// Of the queries, as core/engine/ops/attention/fused.py has them.
static int parts_of(int kv_heads, int tokens) {
    const int blocks = (tokens + QUERIES - 1) / QUERIES, most = (15 + kv_heads) / kv_heads;
    return most < blocks ? most : blocks;
}

static void test_attention(const F32Kernels *kernels, int mask, int shape, int threads) {
    const int heads = HEADS[shape].heads, kv_heads = HEADS[shape].kv_heads, d = HEADS[shape].d;
    int n;
    int32_t *attended = mask_of(mask, &n);
    AttentionArgs a = {d, heads, kv_heads, n, parts_of(kv_heads, n),
                       1 / sqrtf((float)d), HEADS[shape].cap, 0};
    const size_t queries = (size_t)n * heads * d, keys = (size_t)n * kv_heads * d;
    const float *q = normal(queries, 2), *k = normal(keys, 1), *v = normal(keys, 1), *go = normal(queries, 1);
    float *sinks = HEADS[shape].sinks ? normal(heads, 1) : NULL;
    for (int h = 0; sinks && h < heads; h++) sinks[h] += h % 3 * 30 - 30;  // below the scores, among them, above
    double *o = zeros(queries, 8), *dq = zeros(queries, 8), *dk = zeros(keys, 8), *dv = zeros(keys, 8);
    reference_attention(&a, q, k, v, attended, sinks, go, o, dq, dk, dv);

    const struct ggml_tensor k_panels = in_panels(kernels, &a, k, threads);
    const struct ggml_tensor v_panels = in_panels(kernels, &a, v, threads);
    const struct ggml_tensor qs = tensor(GGML_TYPE_F32, q, d, heads, n), gos = tensor(GGML_TYPE_F32, go, d, heads, n);
    const struct ggml_tensor ks = tensor(GGML_TYPE_F32, heads_first(k, n, kv_heads, d), d, n, kv_heads);
    const struct ggml_tensor vs = tensor(GGML_TYPE_F32, heads_first(v, n, kv_heads, d), d, n, kv_heads);
    const struct ggml_tensor masks = tensor(GGML_TYPE_I32, attended, n, MASK_ROWS, 1);
    const int64_t numbers = WORKSPACE_NUMBERS(n, d);
    const struct ggml_tensor memory = tensor(GGML_TYPE_F32, normal(numbers * threads, 1), numbers, threads, 1);
    const struct ggml_tensor sink = tensor(GGML_TYPE_F32, sinks, heads, 1, 1), *maybe = sinks ? &sink : NULL;

    struct ggml_tensor to = tensor(GGML_TYPE_F32, zeros(queries, sizeof(float)), d, heads, n);
    COMPUTE(kernels->attend, &to, threads, &a, &qs, &k_panels, &vs, &masks, &memory, maybe);
    note(kernels->name, "attention", error_of(to.data, o, queries), BOUND);

    const int64_t size = queries + 2 * keys * a.parts;
    struct ggml_tensor back = tensor(GGML_TYPE_F32, zeros(size, sizeof(float)), size, 1, 1);
    COMPUTE(kernels->attend_back, &back, threads, &a, &qs, &gos, &k_panels, &v_panels, &ks, &masks, &memory, maybe);
    note(kernels->name, "attention, gradient of q", error_of(back.data, dq, queries), BOUND);
    for (int which = 0; which < 2; which++) {
        const float *from = (const float *)back.data + queries + which * keys * a.parts;
        const struct ggml_tensor parts = tensor(GGML_TYPE_F32, from, d, n, kv_heads * a.parts);
        struct ggml_tensor sum = tensor(GGML_TYPE_F32, zeros(keys, sizeof(float)), d * kv_heads, n, 1);
        COMPUTE(kernels->sum_parts, &sum, threads, &a, &parts);
        if (n == 1 && !which) continue;  // a single token's k has no gradient
        note(kernels->name, "attention, gradients of k and v", error_of(sum.data, which ? dv : dk, keys), BOUND);
    }
    forget();
}

static void test_low_rank(const F32Kernels *kernels, int d, int rank, int n, int threads) {
    LowRankArgs args = {0.5f, 0};
    const float *a = normal((size_t)rank * d, 1), *x = normal((size_t)n * d, 1), *h = normal((size_t)n * rank, 1);
    float *y = normal((size_t)n * d, 1);
    const struct ggml_tensor as = tensor(GGML_TYPE_F32, a, d, rank, 1), xs = tensor(GGML_TYPE_F32, x, d, n, 1);
    const struct ggml_tensor hs = tensor(GGML_TYPE_F32, h, rank, n, 1);
    double *truth = zeros((size_t)(n + rank) * d, sizeof(double));

    struct ggml_tensor to = tensor(GGML_TYPE_F32, zeros((size_t)n * rank, sizeof(float)), rank, n, 1);
    COMPUTE(kernels->contract, &to, threads, &args, &as, &xs);
    reference_contract(0.5, a, x, d, rank, n, truth);
    note(kernels->name, "A x", error_of(to.data, truth, (size_t)n * rank), BOUND);

    for (size_t i = 0; i < (size_t)n * d; i++) truth[i] = y[i];
    struct ggml_tensor ys = tensor(GGML_TYPE_F32, y, d, n, 1), in_place = ys;
    COMPUTE(kernels->expand, &in_place, threads, &args, &ys, &as, &hs);
    reference_expand(a, h, d, rank, n, truth);
    note(kernels->name, "y + B h", error_of(y, truth, (size_t)n * d), BOUND);

    memset(truth, 0, (size_t)rank * d * sizeof(double));
    struct ggml_tensor product = tensor(GGML_TYPE_F32, zeros((size_t)rank * d, sizeof(float)), d, rank, 1);
    COMPUTE(kernels->outer, &product, threads, &args, &xs, &hs);
    reference_outer(x, h, d, rank, n, truth);
    note(kernels->name, "x h^T", error_of(product.data, truth, (size_t)rank * d), BOUND);
    forget();
}

// x in F16, which becomes what that holds.
static struct ggml_tensor in_f16(float *x, int d, int n) {
    _Float16 *halves = zeros((size_t)d * n, sizeof(_Float16));
    for (int i = 0; i < d * n; i++) x[i] = halves[i] = (_Float16)x[i];
    return tensor(GGML_TYPE_F16, halves, d, n, 1);
}

enum { N = 3 };  // rows of what is done number by number

static void check(const F32Kernels *kernels, const char *what, ggml_custom_op_t node, void *data, int d, int rows,
                  const double *truth, const struct ggml_tensor *const *src) {
    struct ggml_tensor to = tensor(GGML_TYPE_F32, zeros((size_t)rows * d, sizeof(float)), d, rows, 1);
    compute(node, &to, src, 2, data);
    note(kernels->name, what, error_of(to.data, truth, (size_t)rows * d), BOUND);
}
#define CHECK(what, node, data, rows, ...)                 \
    check(kernels, what, kernels->node, data, d, rows, truth, \
          (const struct ggml_tensor *const[]){__VA_ARGS__, NULL})

static void test_numbers(const F32Kernels *kernels, int d, int halves) {
    float *gate = normal(N * d, 5), *up = normal(N * d, 5);
    const float *dy = normal(N * d, 5), *gain = normal(d, 1);
    gate[0] = 0;
    gate[1] = -100;
    gate[2] = 100;
    const struct ggml_tensor gates = halves ? in_f16(gate, d, N) : tensor(GGML_TYPE_F32, gate, d, N, 1);
    const struct ggml_tensor ups = halves ? in_f16(up, d, N) : tensor(GGML_TYPE_F32, up, d, N, 1);
    const struct ggml_tensor dys = tensor(GGML_TYPE_F32, dy, d, N, 1), gains = tensor(GGML_TYPE_F32, gain, d, 1, 1);
    GatedArgs gated = {1.702f, 7};
    NormArgs norm = {1e-5f};
    double *truth = zeros(2 * N * d, sizeof(double));

    reference_swiglu(gate, up, N * d, truth);
    CHECK("swiglu", swiglu, NULL, N, &gates, &ups);
    reference_swiglu_back(dy, gate, up, N * d, truth, truth + N * d);
    CHECK("swiglu, gradients", swiglu_back, NULL, 2 * N, &dys, &gates, &ups);
    reference_swiglu_oai(gated.alpha, gated.limit, gate, up, N * d, truth);
    CHECK("gpt-oss's swiglu", swiglu_oai, &gated, N, &gates, &ups);
    reference_swiglu_oai_back(gated.alpha, gated.limit, dy, gate, up, N * d, truth, truth + N * d);
    CHECK("gpt-oss's swiglu, gradients", swiglu_oai_back, &gated, 2 * N, &dys, &gates, &ups);
    for (int i = 0; i < N; i++) reference_norm(dy + i * d, gain, d, norm.eps, truth + i * d);
    CHECK("norm", norm, &norm, N, &dys, &gains);
    for (int i = 0; i < N; i++) reference_norm_back(up + i * d, dy + i * d, gain, d, norm.eps, truth + i * d);
    CHECK("norm, gradient", norm_back, &norm, N, &ups, &dys, &gains);
    forget();
}

static void test_conv(const F32Kernels *kernels, int d, int length, int biased, int halves) {
    enum { TOKENS = 18 };
    static const int32_t POSITIONS[TOKENS] = {0, 1, 2, 3, 4, 0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 4, 5, 6};
    float *x = normal(TOKENS * d, 1);
    const float *dy = normal(TOKENS * d, 1), *taps = normal(length * d, 1), *bias = normal(d, 1);
    const struct ggml_tensor xs = halves ? in_f16(x, d, TOKENS) : tensor(GGML_TYPE_F32, x, d, TOKENS, 1);
    const struct ggml_tensor dys = tensor(GGML_TYPE_F32, dy, d, TOKENS, 1);
    const struct ggml_tensor kernel = tensor(GGML_TYPE_F32, taps, d, length, 1);
    const struct ggml_tensor positions = tensor(GGML_TYPE_I32, POSITIONS, TOKENS, 1, 1);
    const struct ggml_tensor added = tensor(GGML_TYPE_F32, bias, d, 1, 1);
    double *truth = zeros(TOKENS * d, sizeof(double));
    reference_conv(x, taps, POSITIONS, biased ? bias : NULL, d, length, TOKENS, truth);
    CHECK("causal convolution", conv, NULL, TOKENS, &xs, &kernel, &positions, biased ? &added : NULL);
    memset(truth, 0, TOKENS * d * sizeof(double));
    reference_conv_back(dy, taps, POSITIONS, d, length, TOKENS, truth);
    CHECK("causal convolution, gradient", conv_back, NULL, TOKENS, &dys, &kernel, &positions);
    forget();
}

static void test_loss(const F32Kernels *kernels, int n_vocab) {
    enum { ROWS = 4 };
    const int32_t labels[ROWS] = {0, 1, n_vocab - 1, 3};
    float *logits = normal(ROWS * n_vocab, 4), losses[ROWS];
    double *gradient = zeros(ROWS * n_vocab, sizeof(double)), truth[ROWS];
    for (int i = 0; i < ROWS; i++)
        truth[i] = reference_cross_entropy(logits + i * n_vocab, n_vocab, labels[i], gradient + i * n_vocab);
    const struct ggml_tensor chosen = tensor(GGML_TYPE_I32, labels, ROWS, 1, 1);
    const struct ggml_tensor results = tensor(GGML_TYPE_F32, losses, ROWS, 1, 1);
    struct ggml_tensor rows = tensor(GGML_TYPE_F32, logits, n_vocab, ROWS, 1), in_place = rows;
    COMPUTE(kernels->cross_entropy, &in_place, 2, NULL, &rows, &chosen, &results);
    note(kernels->name, "cross-entropy", error_of(losses, truth, ROWS), BOUND);
    note(kernels->name, "cross-entropy, gradient", error_of(logits, gradient, ROWS * n_vocab), BOUND);
    forget();
}

void test_f32(const F32Kernels *kernels) {
    static const int THIN[][2] = {{576, 16}, {16, 1}, {32, 5}, {2048, 7}, {1536, 64}, {1040, 33}};  // width, rank
    static const int TOKENS[] = {1, 23, 25, 130};
    seed(1);
    const int masks = is_short ? 4 : sizeof(MASKS) / sizeof(*MASKS), heads = sizeof(HEADS) / sizeof(*HEADS);
    for (int mask = 0; mask < masks; mask++)
        for (int shape = 0; shape < heads; shape++) test_attention(kernels, mask, shape, 1 + (mask + shape) % 3);
    for (int shape = 0; shape < 6; shape++)
        for (int i = 0; i < (is_short ? 2 : 4); i++)
            test_low_rank(kernels, THIN[shape][0], THIN[shape][1], TOKENS[i], 1 + i % 3);
    for (int halves = 0; halves < 2; halves++) {
        test_numbers(kernels, 16, halves);
        test_numbers(kernels, 576, halves);
        test_conv(kernels, 16, 3, 0, halves);
        test_conv(kernels, 48, 4, 1, halves);
        test_conv(kernels, 16, 1, 0, halves);
    }
    test_loss(kernels, 5);
    test_loss(kernels, 64);
    test_loss(kernels, 1003);
}
