// Attention, forward and backward: core/engine/ops/attention/fused.py has the formulas. A block of queries of one head
// holds its scores, for all its keys, in a thread's own memory. With sinks, one more score for each head of queries
// enters its softmax, without a value.
#include "f32_scores-inl.h"

static size_t row_stride(const AttentionArgs *a) { return SCORES_STRIDE(a->tokens); }

// scores[t][column] = x [n][d, x_stride apart] times the keys or values in panels, for the keys that a tile attends to.
static void scores(const AttentionArgs *a, const Block *b, const float *x, size_t x_stride, const float *panels,
                   float *scores) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    Span spans[2];
    for (int t = 0; t < b->n; t += MR) {
        const int rows = smaller(MR, b->n - t);
        keys_of(b, t, rows, spans);
        for (int i = 0; i < 2; i++)
            for (int key = spans[i].from / KEYS * KEYS; key < spans[i].to; key += KEYS) {
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
                multiply_rows(sums, rows, smaller(KEYS, (spans[i].to - key + LANES - 1) / LANES * LANES));
            }
    }
}

// y[t] = the sum of rows [key][d], weighted by weights [t][column].
static void sum_over_keys(const AttentionArgs *a, const Block *b, const float *weights, const float *rows, float *y,
                          size_t y_stride) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    Span spans[2];
    for (int t = 0; t < b->n; t += MR) {
        const int n = smaller(MR, b->n - t);
        keys_of(b, t, n, spans);
        for (int i = spans[0].from == spans[0].to, adds = 0; i < 2; i++, adds = 1) {
            const Sums sums = {
                .panel = rows + (size_t)spans[i].from * d,
                .panel_stride = d,
                .x = weights + t * stride + spans[i].from - b->key,
                .x_stride = stride,
                .x_deep = 1,
                .y = y + t * y_stride,
                .y_stride = y_stride,
                .depth = spans[i].to - spans[i].from,
                .adds = adds,
            };
            multiply_rows(sums, n, d);
        }
    }
}

// y[key][d] += the sum of rows [t][d], weighted by weights [t][column].
static void add_over_queries(const AttentionArgs *a, const Block *b, const float *weights, const float *rows, float *y) {
    const int d = a->head_dim;
    const size_t stride = row_stride(a);
    for (int i = 0; i < 2; i++)
        for (int key = b->keys[i].from; key < b->keys[i].to; key += MR) {
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
            multiply_rows(sums, smaller(MR, b->keys[i].to - key), d);
        }
}

// A head's sink; sinks: NULL, or [heads].
static float sink_of(const struct ggml_tensor *sinks, int head) {
    return sinks ? ((const float *)sinks->data)[head] : -INFINITY;
}

// src[0]: x F32 [d, heads, T] -> dst F32 [d * T rounded up to whole panels, heads]: in panels [d][KEYS].
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

// src: q [d, heads, T], panels of k, v [d, T, kv_heads], the mask, memory [numbers, threads], sinks [heads] or none ->
// o [d, heads, T].
static void attend(struct ggml_tensor *dst, int thread, int threads, void *data) {
    AttentionArgs *a = data;
    const float *q = dst->src[0]->data, *k = dst->src[1]->data, *v = dst->src[2]->data;
    const int32_t *mask = dst->src[3]->data;
    float *p = (float *)((char *)dst->src[4]->data + thread * dst->src[4]->nb[1]), *o = dst->data;
    const int d = a->head_dim, blocks = blocks_of(a), tasks = blocks * a->heads;
    const size_t token = (size_t)a->heads * d;
    for (int64_t task; (task = next_task(&a->next, tasks, threads)) < tasks;) {
        const Block b = block_of(a, mask, blocks - 1 - task / a->heads);  // the longest first
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

// The gradients of one block of queries of one head; adds to dk and dv [T][d].
typedef struct {
    const float *q, *go;                   // of the block; tokens are heads * d numbers apart
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

// src: q, gradient of o [d, heads, T], panels of k and v, k [d, T, kv_heads], the mask, memory, sinks or none -> dst:
// dq [d, heads, T], then dk and then dv [d, T, kv_heads] of each part.
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
