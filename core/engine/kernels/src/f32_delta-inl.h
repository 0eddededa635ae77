// The gated delta rule, forward and backward: core/engine/ops/gated_delta.py has the formulas, a chunk at a time. A
// task computes a head, whose state stays in the second cache. The row is cut every DELTA_CHUNK tokens, where backward
// stores the state, and at the beginning of packed sequences, where the state is zero.
#pragma once
#include "f32_exponential-inl.h"

enum { C = DELTA_CHUNK };

// Consecutive tokens of one sequence, one head's numbers; each `_next` is a stride between tokens.
typedef struct {
    int first, n;
    int is_fresh;  // the state before it is zero
    const float *q, *k, *v, *go;
    size_t k_next, v_next, go_next;
    float beta[C];
    double sum[C];      // of the logarithms of the decays, up to and including each token
    float from_start[C], to_end[C];  // what is left of the state before the chunk, and, at its end, of what it adds
} Chunk;

// A thread's memory, [rows][numbers]. b: minus the products of keys with earlier keys; p: of queries with keys up to
// their own; both with decays.
typedef struct {
    float *state, *k_turned, *k_scaled, *b, *p, *u, *y;
    float *state_turned, *d_state, *d_state_turned, *u_turned, *dr, *go_scaled, *dq, *dk_reads, *dk_writes, *states;
} Memory;

static float *take(float **from, size_t numbers) {
    float *taken = *from;
    *from += numbers;
    return taken;
}

// DELTA_NUMBERS is the sum of the first seven, DELTA_BACK_NUMBERS of all.
static Memory memory_of(const DeltaArgs *a, float *m) {
    const size_t d = a->width;
    Memory w = {0};
    w.state = take(&m, d * d);
    w.k_turned = take(&m, C * d);
    w.k_scaled = take(&m, C * d);
    w.b = take(&m, C * C);
    w.p = take(&m, C * C);
    w.u = take(&m, C * d);
    w.y = take(&m, C * d);
    w.state_turned = take(&m, d * d);
    w.d_state = take(&m, d * d);
    w.d_state_turned = take(&m, d * d);
    w.u_turned = take(&m, C * d);
    w.dr = take(&m, C * d);
    w.go_scaled = take(&m, C * d);
    w.dq = take(&m, C * d);
    w.dk_reads = take(&m, C * d);
    w.dk_writes = take(&m, C * d);
    w.states = m;  // of each cut, then y of every token
    return w;
}

#ifdef __clang__
#define SHUFFLE __builtin_shufflevector
#else  // GCC has the same only from version 12 on
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (Places){__VA_ARGS__})
#endif

ALWAYS_INLINE void turn_four(const float *from, size_t from_next, float *to, size_t to_next) {
    typedef float Four __attribute__((vector_size(16), aligned(4), may_alias));
    typedef int32_t Places __attribute__((vector_size(16), unused));
    const Four a = *(const Four *)from, b = *(const Four *)(from + from_next);
    const Four c = *(const Four *)(from + 2 * from_next), d = *(const Four *)(from + 3 * from_next);
    const Four ab = SHUFFLE(a, b, 0, 4, 1, 5), cd = SHUFFLE(c, d, 0, 4, 1, 5);
    const Four ab_high = SHUFFLE(a, b, 2, 6, 3, 7), cd_high = SHUFFLE(c, d, 2, 6, 3, 7);
    *(Four *)to = SHUFFLE(ab, cd, 0, 1, 4, 5);
    *(Four *)(to + to_next) = SHUFFLE(ab, cd, 2, 3, 6, 7);
    *(Four *)(to + 2 * to_next) = SHUFFLE(ab_high, cd_high, 0, 1, 4, 5);
    *(Four *)(to + 3 * to_next) = SHUFFLE(ab_high, cd_high, 2, 3, 6, 7);
}

// to[column][row] = from[row][column]; columns are a multiple of 4. Fills the rest of to's rows with zeros.
static void turn(const float *from, size_t from_next, int rows, int columns, float *to, size_t to_next) {
    const int whole = rows / 4 * 4;
    for (int i = 0; i < columns; i += 4) {
        for (int t = 0; t < whole; t += 4)
            turn_four(from + t * from_next + i, from_next, to + i * to_next + t, to_next);
        for (int k = i; k < i + 4; k++) {
            for (int t = whole; t < rows; t++) to[k * to_next + t] = from[t * from_next + k];
            for (size_t t = rows; t < to_next; t++) to[k * to_next + t] = 0;
        }
    }
}

// y[row][i] (+)= the sum over k < depth of x[row, k] panel[k][i], for any number of rows.
static void multiply(Sums s, int rows, int width) {
    for (int t = 0; t < rows; t += MR) {
        multiply_rows(s, smaller(MR, rows - t), width);
        s.x += MR * s.x_stride;
        s.y += MR * s.y_stride;
    }
}

// The same for a square x [C][C], which is zero above its diagonal.
static void multiply_lower(const float *x, const float *panel, size_t panel_next, float *y, int n, int d, int adds) {
    for (int t = 0; t < n; t += MR) {
        const int rows = smaller(MR, n - t);
        const Sums s = {panel, panel_next, x + (size_t)t * C, C, 1, y + (size_t)t * d, d, t + rows, adds};
        multiply_rows(s, rows, d);
    }
}

// The same for its transpose.
static void multiply_upper(const float *x, const float *panel, size_t panel_next, float *y, int n, int d, int adds) {
    for (int t = 0; t < n; t += MR) {
        const Sums s = {panel + (size_t)t * panel_next, panel_next, x + (size_t)t * C + t, 1, C, y + (size_t)t * d, d,
                        n - t, adds};
        multiply_rows(s, smaller(MR, n - t), d);
    }
}

// to[t][i] = from[t][i] factors[t] other[t]
static void scale_rows(const float *from, size_t from_next, const float *factors, const float *other, float factor,
                       int n, int d, float *to) {
    for (int t = 0; t < n; t++) {
        const float f = factor * factors[t] * (other ? other[t] : 1);
        for (int i = 0; i < d; i += LANES) store(to + (size_t)t * d + i, load(from + t * from_next + i) * f);
    }
}

static void scale_all(float *x, size_t n, float factor) {
    for (size_t i = 0; i < n; i += LANES) store(x + i, load(x + i) * factor);
}

static float dot_of(const float *a, const float *b, size_t n) {
    Floats sum = {0};
    for (size_t i = 0; i < n; i += LANES) sum += load(a + i) * load(b + i);
    return sum_of(sum);
}

static const float *numbers_of(const struct ggml_tensor *x, int token, int head) {
    return (const float *)((const char *)x->data + token * x->nb[2] + head * x->nb[1]);
}

static size_t next_of(const struct ggml_tensor *x) { return x->nb[2] / sizeof(float); }

// The tokens first .. first + n of a head. src: q, k, v, logarithms of decays, beta, positions, (gradient of o).
static Chunk chunk_of(const DeltaArgs *a, struct ggml_tensor *const *src, int head, int first, int n) {
    const int key_head = head % a->key_heads;
    const int32_t *positions = src[5]->data;
    Chunk c = {
        .first = first,
        .n = n,
        .is_fresh = first == 0 || positions[first] == 0,
        .q = numbers_of(src[0], first, key_head),
        .k = numbers_of(src[1], first, key_head),
        .v = numbers_of(src[2], first, head),
        .k_next = next_of(src[1]),
        .v_next = next_of(src[2]),
        .go_next = (size_t)a->heads * a->width,
    };
    double sum = 0;
    for (int t = 0; t < n; t++) {
        const size_t at = (size_t)(first + t) * a->heads + head;
        c.sum[t] = sum += ((const float *)src[3]->data)[at];
        c.beta[t] = ((const float *)src[4]->data)[at];
        c.from_start[t] = expf((float)sum);
    }
    for (int t = 0; t < n; t++) c.to_end[t] = expf((float)(sum - c.sum[t]));
    return c;
}

// The end of the chunk that begins at `first`, and the beginning of the one that ends at `end`.
static int end_of(const DeltaArgs *a, const int32_t *positions, int first) {
    const int most = smaller(a->tokens, (first / C + 1) * C);
    int t = first + 1;
    while (t < most && positions[t] != 0) t++;
    return t;
}

static int begin_of(const int32_t *positions, int end) {
    const int least = (end - 1) / C * C;
    int t = end - 1;
    while (t > least && positions[t] != 0) t--;
    return t;
}

// x[t][s] becomes factor x[t][s] exp(sum[t] - sum[s]) for s up to t minus `less`; zero for later s.
static void decay(const Chunk *c, float *x, float factor, const float *factors, int less) {
    for (int t = 0; t < c->n; t++) {
        float exponents[C], *row = x + (size_t)t * C;
        const int end = (smaller(c->n, (t / MR + 1) * MR) + LANES - 1) / LANES * LANES;  // as far as read
        for (int s = 0; s < end; s++) exponents[s] = s <= t - less ? (float)(c->sum[t] - c->sum[s]) : -100.f;
        const float f = factors ? factor * factors[t] : factor;
        for (int s = 0; s < end; s += LANES) {
            const Floats e = load(exponents + s);
            const Floats value = load(row + s) * f * exponential(e);
            store(row + s, select_floats((Bits)(e < -90.f), (Floats){0}, value));
        }
    }
}

// x[t][s] = the product of row t of x with row s, given transposed; for s up to t's tile.
static void pair_products(const float *x, size_t x_next, const float *turned, int n, int d, float *y) {
    for (int t = 0; t < n; t += MR) {
        const int rows = smaller(MR, n - t);
        const Sums s = {turned, C, x + t * x_next, x_next, 1, y + (size_t)t * C, C, d, 0};
        multiply_rows(s, rows, (t + rows + LANES - 1) / LANES * LANES);
    }
}

// y [n][d] = v minus what the state and earlier tokens give for each key, u = beta y. Needs transposed keys and b.
static void solve(const Chunk *c, const Memory *w, int d, float *y) {
    for (int t = 0; t < c->n; t++) memcpy(y + (size_t)t * d, c->v + t * c->v_next, d * sizeof(float));
    if (!c->is_fresh) {
        scale_rows(c->k, c->k_next, c->from_start, NULL, -1, c->n, d, w->k_scaled);
        multiply((Sums){w->state, d, w->k_scaled, d, 1, y, d, d, 1}, c->n, d);
    }
    for (int t = 0; t < c->n; t += MR) {
        const int rows = smaller(MR, c->n - t);
        if (t > 0) multiply_rows((Sums){w->u, d, w->b + (size_t)t * C, C, 1, y + (size_t)t * d, d, t, 1}, rows, d);
        for (int r = t; r < t + rows; r++)
            for (int i = 0; i < d; i += LANES) {
                Floats sum = load(y + (size_t)r * d + i);
                for (int s = t; s < r; s++) sum += load(w->u + (size_t)s * d + i) * w->b[(size_t)r * C + s];
                store(y + (size_t)r * d + i, sum);
                store(w->u + (size_t)r * d + i, sum * c->beta[r]);
            }
    }
}

static void begin_chunk(const Chunk *c, const Memory *w, int d) {
    turn(c->k, c->k_next, c->n, d, w->k_turned, C);
    pair_products(c->k, c->k_next, w->k_turned, c->n, d, w->b);
    decay(c, w->b, -1, NULL, 1);
}

static void add_to_state(const Chunk *c, const Memory *w, int d) {
    scale_rows(c->k, c->k_next, c->to_end, NULL, 1, c->n, d, w->k_scaled);
    if (!c->is_fresh) scale_all(w->state, (size_t)d * d, c->from_start[c->n - 1]);
    multiply((Sums){w->u, d, w->k_scaled, 1, d, w->state, d, c->n, !c->is_fresh}, d, d);
}

// src: q, k [d, key_heads, T], v [d, heads, T], logarithms of decays, beta [heads, T], positions I32 [T], memory
// [numbers, threads] -> o [d, heads, T].
static void delta(struct ggml_tensor *dst, int thread, int threads, void *data) {
    DeltaArgs *a = data;
    const int32_t *positions = dst->src[5]->data;
    const int d = a->width;
    const size_t o_next = (size_t)a->heads * d;
    const Memory w = memory_of(a, (float *)((char *)dst->src[6]->data + thread * dst->src[6]->nb[1]));
    for (int64_t head; (head = next_task(&a->next, a->heads, threads)) < a->heads;)
        for (int first = 0, end; first < a->tokens; first = end) {
            end = end_of(a, positions, first);
            const Chunk c = chunk_of(a, dst->src, head, first, end - first);
            float *o = (float *)dst->data + first * o_next + head * d;
            begin_chunk(&c, &w, d);
            pair_products(c.q, c.k_next, w.k_turned, c.n, d, w.p);
            decay(&c, w.p, a->scale, NULL, 0);
            solve(&c, &w, d, w.y);
            if (!c.is_fresh) {
                scale_rows(c.q, c.k_next, c.from_start, NULL, a->scale, c.n, d, w.k_scaled);
                multiply((Sums){w.state, d, w.k_scaled, d, 1, o, o_next, d, 0}, c.n, d);
            }
            for (int t = 0; t < c.n; t += MR) {
                const int rows = smaller(MR, c.n - t);
                const Sums s = {w.u, d, w.p + (size_t)t * C, C, 1, o + t * o_next, o_next, t + rows, !c.is_fresh};
                multiply_rows(s, rows, d);
            }
            if (end < a->tokens && positions[end] != 0) add_to_state(&c, &w, d);
        }
}
