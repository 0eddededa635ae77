// Attention, forward and backward: core/engine/ops/attention/fused.py has the formulas. A block of queries of one head
// holds its scores, for all keys that it attends to, in a thread's own memory. The mask is the first key of each query:
// query q attends to the keys first[q] .. q; first never falls. Where there are sinks, one more score for each head of
// queries counts in its softmax, and nothing is read for it.
#include <math.h>

#include "f32_exponential-inl.h"

// Where a block of queries lies, and its scores: their columns are keys from `key` on.
typedef struct {
    int query, n;  // first query, queries
    int key, end;  // first key, a multiple of KEYS, and the key after the last
    const int32_t *first;  // the first key of each query of the row
} Block;

static Block block_of(const AttentionArgs *a, const int32_t *first, int index) {
    const int query = index * QUERIES, n = smaller(QUERIES, a->tokens - query);
    return (Block){query, n, first[query] / KEYS * KEYS, query + n, first};
}

static int blocks_of(const AttentionArgs *a) { return (a->tokens + QUERIES - 1) / QUERIES; }

// Whole vectors of a row of scores: columns from .. to.
typedef struct {
    int from, to;
} Columns;

// Those that hold what query t attends to.
static Columns attended_by(const Block *b, int t) {
    const int first = b->first[b->query + t] - b->key, end = b->query + t + 1 - b->key;
    return (Columns){first / LANES * LANES, (end + LANES - 1) / LANES * LANES};
}

static size_t row_stride(const AttentionArgs *a) { return SCORES_STRIDE(a->tokens); }

// scores[t][column] = x [n][d, x_stride apart] times the keys or values that lie in panels, as far as a tile attends to
// them.
static void scores(const AttentionArgs *a, const Block *b, const float *x, size_t x_stride, const float *panels,
                   float *scores) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    for (int t = 0; t < b->n; t += MR) {
        const int rows = smaller(MR, b->n - t), end = b->query + t + rows;
        for (int key = b->first[b->query + t] / KEYS * KEYS; key < end; key += KEYS) {
            const Sums sums = {
                .panel = panels + (size_t)key * d,
                .panel_stride = KEYS,
                .x = x + t * x_stride,
                .x_stride = x_stride,
                .x_deep = 1,
                .y = scores + t * stride + key - b->key,
                .y_stride = stride,
                .depth = d,
            };
            multiply_rows(sums, rows, smaller(KEYS, (end - key + LANES - 1) / LANES * LANES));
        }
    }
}

// y[t] = the sum of rows [key][d], each times its number in weights [t][column].
static void sum_over_keys(const AttentionArgs *a, const Block *b, const float *weights, const float *rows, float *y,
                          size_t y_stride) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    for (int t = 0; t < b->n; t += MR) {
        const int n = smaller(MR, b->n - t), key = b->first[b->query + t];
        const Sums sums = {
            .panel = rows + (size_t)key * d,
            .panel_stride = d,
            .x = weights + t * stride + key - b->key,
            .x_stride = stride,
            .x_deep = 1,
            .y = y + t * y_stride,
            .y_stride = y_stride,
            .depth = b->query + t + n - key,
        };
        multiply_rows(sums, n, d);
    }
}

// y[key][d] += the sum of rows [t][d], each times its number in weights [t][column].
static void add_over_queries(const AttentionArgs *a, const Block *b, const float *weights, const float *rows, float *y) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    for (int key = b->first[b->query]; key < b->end; key += MR) {
        const int t = larger(key - b->query, 0);  // earlier queries do not attend to it
        const Sums sums = {
            .panel = rows + (size_t)t * d,
            .panel_stride = d,
            .x = weights + t * stride + key - b->key,
            .x_stride = 1,
            .x_deep = stride,
            .y = y + (size_t)key * d,
            .y_stride = d,
            .depth = b->n - t,
            .adds = 1,
        };
        multiply_rows(sums, smaller(MR, b->end - key), d);
    }
}

static void zero(float *row, int from, int to) {
    if (from < to) memset(row + from, 0, (to - from) * sizeof(float));
}

// Masked columns of a row, which some product reads.
static void zero_masked(const Block *b, float *row, Columns attended) {
    zero(row, 0, attended.from);
    zero(row, attended.to, b->end - b->key);
}

// Scores become cap tanh(score scale / cap); slopes: what that multiplies a gradient with.
static void soft_cap(const AttentionArgs *a, float *row, float *slopes, Columns attended) {
    for (int i = attended.from; i < attended.to; i += LANES) {
        const Floats x = load(row + i) * (2 * a->scale / a->cap);
        const Floats t = 1.f - 2.f / (exponential(select_floats((Bits)(x > 80.f), (Floats){0} + 80.f, x)) + 1.f);
        store(row + i, t * a->cap);
        if (slopes) store(slopes + i, 1.f - t * t);
    }
}

// softmax over what query t attends to, and the sink, which is -INFINITY where there is none; slopes: NULL, or the
// row's for `soft_cap`.
static void softmax(const AttentionArgs *a, const Block *b, int t, float sink, float *row, float *slopes) {
    const Columns attended = attended_by(b, t);
    const int first = b->first[b->query + t] - b->key, end = b->query + t + 1 - b->key;
    if (a->cap != 0) soft_cap(a, row, slopes, attended);
    const float scale = a->cap != 0 ? 1 : a->scale;
    for (int i = attended.from; i < first; i++) row[i] = -INFINITY;
    for (int i = end; i < attended.to; i++) row[i] = -INFINITY;
    Floats most = load(row + attended.from), total = {0};
    for (int i = attended.from + LANES; i < attended.to; i += LANES) {
        const Floats x = load(row + i);
        most = select_floats((Bits)(x > most), x, most);
    }
    const float largest = fmaxf(largest_of(most), sink / scale);
    for (int i = attended.from; i < attended.to; i += LANES) {
        const Floats e = exponential((load(row + i) - largest) * scale);
        store(row + i, e);
        total += e;
    }
    const float share = 1 / (sum_of(total) + expf(sink - largest * scale));
    for (int i = attended.from; i < attended.to; i += LANES) store(row + i, load(row + i) * share);
    zero_masked(b, row, attended);
}

// ds = p (dp - sum of p dp) scale, times the slope of `soft_cap`; in place of dp.
static void softmax_back(const AttentionArgs *a, const Block *b, int t, const float *p, float *dp, const float *slopes) {
    const Columns attended = attended_by(b, t);
    Floats total = {0};
    for (int i = attended.from; i < attended.to; i += LANES) total += load(p + i) * load(dp + i);
    const float sum = sum_of(total);
    for (int i = attended.from; i < attended.to; i += LANES) {
        const Floats ds = load(p + i) * (load(dp + i) - sum) * a->scale;
        store(dp + i, slopes ? ds * load(slopes + i) : ds);
    }
    zero_masked(b, dp, attended);
}

// Of a head; sinks: NULL, or [heads].
static float sink_of(const struct ggml_tensor *sinks, int head) {
    return sinks ? ((const float *)sinks->data)[head] : -INFINITY;
}

// src[0]: x F32 [d, heads, T] -> dst F32 [d * T up to a whole panel, heads]: in panels [d][KEYS].
static void panels(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    const struct ggml_tensor *x = dst->src[0];
    const int d = x->ne[0], heads = x->ne[1], tokens = x->ne[2], n = (tokens + KEYS - 1) / KEYS;
    for (int task = thread; task < heads * n; task += threads) {
        const int head = task / n, token = task % n * KEYS, here = smaller(KEYS, tokens - token);
        const float *from = (const float *)x->data + ((size_t)token * heads + head) * d;
        float *to = (float *)dst->data + (size_t)head * dst->ne[0] + (size_t)token * d;
        if (here < KEYS) memset(to, 0, sizeof(float) * KEYS * d);
        for (int i = 0; i < here; i++)
            for (int k = 0; k < d; k++) to[k * KEYS + i] = from[(size_t)i * heads * d + k];
    }
}

// src: q [d, heads, T], panels of k, v [d, T, kv_heads], first I32 [T], memory [numbers, threads], sinks [heads] if there
// are any -> o [d, heads, T].
static void attend(struct ggml_tensor *dst, int thread, int threads, void *data) {
    AttentionArgs *a = data;
    const float *q = dst->src[0]->data, *k = dst->src[1]->data, *v = dst->src[2]->data;
    const int32_t *first = dst->src[3]->data;
    float *p = (float *)((char *)dst->src[4]->data + thread * dst->src[4]->nb[1]), *o = dst->data;
    const int d = a->head_dim, blocks = blocks_of(a), tasks = blocks * a->heads;
    const size_t token = (size_t)a->heads * d;
    for (int64_t task; (task = next_task(&a->next, tasks, threads)) < tasks;) {
        const Block b = block_of(a, first, blocks - 1 - task / a->heads);  // the longest first
        const int head = task % a->heads, kv_head = head * a->kv_heads / a->heads;
        const size_t place = b.query * token + (size_t)head * d;
        scores(a, &b, q + place, token, k + kv_head * dst->src[1]->ne[0], p);
        for (int t = 0; t < b.n; t++) softmax(a, &b, t, sink_of(dst->src[5], head), p + t * row_stride(a), NULL);
        sum_over_keys(a, &b, p, v + (size_t)kv_head * a->tokens * d, o + place, token);
    }
}

static void copy_block(const AttentionArgs *a, const Block *b, const float *from, float *to) {
    const int d = a->head_dim;
    for (int t = 0; t < b->n; t++)
        memcpy(to + (size_t)t * d, from + (size_t)t * a->heads * d, sizeof(float) * d);
}

// The gradients of one block of queries of one head; dk and dv [T][d] are added to.
typedef struct {
    const float *q, *go;                   // of the block; the next token begins heads * d on
    const float *k_panels, *v_panels, *k;  // of the head
    float *dq, *dk, *dv;
    float sink;
    float *memory;  // WORKSPACE_NUMBERS
} Head;

static void block_back(const AttentionArgs *a, const Block *b, const Head *h) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a), size = QUERIES * stride;
    float *q = h->memory, *go = q + QUERIES * d, *p = go + QUERIES * d, *ds = p + size;
    float *slopes = a->cap != 0 ? ds + size : NULL;
    copy_block(a, b, h->q, q);
    copy_block(a, b, h->go, go);
    scores(a, b, q, d, h->k_panels, p);
    scores(a, b, go, d, h->v_panels, ds);
    for (int t = 0; t < b->n; t++) {
        float *slope = slopes ? slopes + t * stride : NULL;
        softmax(a, b, t, h->sink, p + t * stride, slope);
        softmax_back(a, b, t, p + t * stride, ds + t * stride, slope);
    }
    sum_over_keys(a, b, ds, h->k, h->dq, (size_t)a->heads * d);
    add_over_queries(a, b, ds, q, h->dk);
    add_over_queries(a, b, p, go, h->dv);
}

// src: q, gradient of o [d, heads, T], panels of k and v, k [d, T, kv_heads], first, memory, sinks if there are any
// -> dst: dq [d, heads, T], then dk and then dv [d, T, kv_heads] of each part.
static void attend_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    AttentionArgs *a = data;
    const float *q = dst->src[0]->data, *go = dst->src[1]->data, *k = dst->src[4]->data;
    const struct ggml_tensor *k_panels = dst->src[2], *v_panels = dst->src[3], *memory = dst->src[6];
    const int d = a->head_dim, group = a->heads / a->kv_heads, tasks = a->kv_heads * a->parts, blocks = blocks_of(a);
    const size_t token = (size_t)a->heads * d, head_size = DK_NUMBERS(a->tokens, d);
    float *dq = dst->data, *dk = dq + DQ_NUMBERS(a->tokens, d, a->heads), *dv = dk + tasks * head_size;
    for (int64_t task; (task = next_task(&a->next, tasks, threads)) < tasks;) {
        const int kv_head = task % a->kv_heads, part = task / a->kv_heads;
        Head h = {
            .k_panels = (const float *)k_panels->data + kv_head * k_panels->ne[0],
            .v_panels = (const float *)v_panels->data + kv_head * v_panels->ne[0],
            .k = k + kv_head * head_size,
            .dk = dk + task * head_size,
            .dv = dv + task * head_size,
            .memory = (float *)((char *)memory->data + thread * memory->nb[1]),
        };
        memset(h.dk, 0, head_size * sizeof(float));
        memset(h.dv, 0, head_size * sizeof(float));
        for (int index = part; index < blocks; index += a->parts) {
            const Block b = block_of(a, dst->src[5]->data, index);
            for (int head = kv_head * group; head < (kv_head + 1) * group; head++) {
                const size_t place = b.query * token + (size_t)head * d;
                h.q = q + place;
                h.go = go + place;
                h.dq = dq + place;
                h.sink = sink_of(dst->src[7], head);
                block_back(a, &b, &h);
            }
        }
    }
}

// src[0]: [d, T, kv_heads * parts] -> dst [d * kv_heads, T]: the sum of the parts.
static void sum_parts(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const AttentionArgs *a = data;
    const int d = a->head_dim;
    const size_t head_size = (size_t)a->tokens * d;
    for (int t = thread; t < a->tokens; t += threads)
        for (int head = 0; head < a->kv_heads; head++) {
            const float *from = (const float *)dst->src[0]->data + head * head_size + (size_t)t * d;
            float *to = (float *)dst->data + ((size_t)t * a->kv_heads + head) * d;
            memcpy(to, from, sizeof(float) * d);
            for (int part = 1; part < a->parts; part++) {
                from += a->kv_heads * head_size;
                for (int i = 0; i < d; i += LANES) store(to + i, load(to + i) + load(from + i));
            }
        }
}
