// The gated delta rule's gradients: core/engine/ops/gated_delta.py has the formulas. Repeats forward first, for the
// states at the cuts of the row; then goes through the chunks from the last to the first.
#include "f32_delta-inl.h"

// The state at each cut of the row, and y of every token.
static void keep_states(const DeltaArgs *a, struct ggml_tensor *const *src, int head, const Memory *w, float *ys) {
    const int32_t *positions = src[5]->data;
    const int d = a->width;
    for (int first = 0, end; first < a->tokens; first = end) {
        end = end_of(a, positions, first);
        const Chunk c = chunk_of(a, src, head, first, end - first);
        begin_chunk(&c, w, d);
        solve(&c, w, d, ys + (size_t)first * d);
        if (end == a->tokens || positions[end] == 0) continue;  // nothing reads its state
        add_to_state(&c, w, d);
        memcpy(w->states + (size_t)(end / C) * d * d, w->state, (size_t)d * d * sizeof(float));
    }
}

// Gradients of a head; each `_next` is a stride between tokens.
typedef struct {
    float *dq, *dk, *dv, *d_decay, *d_beta;
    size_t k_next, v_next, heads;
    int adds;  // to dq and dk, if another head that reads the same keys came before
} Gradients;

// dr [n][d] solves (1 + beta b^T) dr = du, in place of du.
static void solve_back(const Chunk *c, const Memory *w, int d) {
    for (int t = (c->n - 1) / MR * MR; t >= 0; t -= MR) {
        const int rows = smaller(MR, c->n - t), end = t + rows;
        const Sums later = {w->dr + (size_t)end * d, d, w->b + (size_t)end * C + t, 1, C, w->dr + (size_t)t * d, d,
                            c->n - end, 1};
        if (end < c->n) multiply_rows(later, rows, d);
        for (int s = end - 2; s >= t; s--)
            for (int i = 0; i < d; i += LANES) {
                Floats sum = load(w->dr + (size_t)s * d + i);
                for (int r = s + 1; r < end; r++) sum += load(w->dr + (size_t)r * d + i) * w->b[(size_t)r * C + s];
                store(w->dr + (size_t)s * d + i, sum);
            }
    }
}

static void add_or_store(float *to, Floats value, int adds) { store(to, adds ? load(to) + value : value); }

// The chunk's gradients, and d_state: of the state after it, which becomes that of the state before it.
// is_last: nothing reads the state after it.
static void chunk_back(const DeltaArgs *a, const Chunk *c, const Memory *w, const float *y, int is_last,
                       const Gradients *g) {
    const int d = a->width, n = c->n;
    const size_t square = (size_t)d * d;
    const float *before = w->states + (size_t)(c->first / C) * square;
    float d_sum[C];
    begin_chunk(c, w, d);
    pair_products(c->q, c->k_next, w->k_turned, n, d, w->p);
    decay(c, w->p, a->scale, NULL, 0);
    scale_rows(y, d, c->beta, NULL, 1, n, d, w->u);
    turn(w->u, d, n, d, w->u_turned, C);
    if (!c->is_fresh) turn(before, d, d, d, w->state_turned, d);

    // du = p^T go + to_end k d_state, then dr
    if (!is_last) {
        turn(w->d_state, d, d, d, w->d_state_turned, d);
        scale_rows(c->k, c->k_next, c->to_end, NULL, 1, n, d, w->k_scaled);
        multiply((Sums){w->d_state, d, w->k_scaled, d, 1, w->dr, d, d, 0}, n, d);
    }
    multiply_upper(w->p, c->go, c->go_next, w->dr, n, d, !is_last);
    for (int t = 0; t < n; t++)  // rows of later tokens read b, with their beta
        for (int s = 0; s < t; s += LANES) store(w->b + t * C + s, load(w->b + t * C + s) * c->beta[t]);
    solve_back(c, w, d);
    for (int t = 0; t < n; t++) {
        const float *dr = w->dr + (size_t)t * d;
        g->d_beta[t * g->heads] = dot_of(dr, y + (size_t)t * d, d);
        for (int i = 0; i < d; i += LANES) store(g->dv + t * g->v_next + i, load(dr + i) * c->beta[t]);
    }

    // gradients of the products of pairs, in place
    pair_products(w->dr, d, w->u_turned, n, d, w->b);
    decay(c, w->b, -1, c->beta, 1);
    pair_products(c->go, c->go_next, w->u_turned, n, d, w->p);
    decay(c, w->p, a->scale, NULL, 0);
    scale_rows(c->go, c->go_next, c->from_start, NULL, a->scale, n, d, w->go_scaled);
    scale_rows(w->dr, d, c->from_start, c->beta, -1, n, d, w->dr);
    if (!c->is_fresh) {
        multiply((Sums){w->state_turned, d, w->go_scaled, d, 1, w->dq, d, d, 0}, n, d);
        multiply((Sums){w->state_turned, d, w->dr, d, 1, w->dk_reads, d, d, 0}, n, d);
    }
    multiply_lower(w->p, c->k, c->k_next, w->dq, n, d, !c->is_fresh);
    multiply_lower(w->b, c->k, c->k_next, w->dk_reads, n, d, !c->is_fresh);
    if (!is_last) {
        scale_rows(w->u, d, c->to_end, NULL, 1, n, d, w->u);
        multiply((Sums){w->d_state_turned, d, w->u, d, 1, w->dk_writes, d, d, 0}, n, d);
    }
    multiply_upper(w->p, c->q, c->k_next, w->dk_writes, n, d, !is_last);
    multiply_upper(w->b, c->k, c->k_next, w->dk_writes, n, d, 1);

    for (int t = 0; t < n; t++) {
        const float *q = c->q + t * c->k_next, *k = c->k + t * c->k_next;
        const size_t at = (size_t)t * d;
        Floats sum = {0};
        for (int i = 0; i < d; i += LANES) {
            const Floats dq = load(w->dq + at + i), reads = load(w->dk_reads + at + i);
            const Floats writes = load(w->dk_writes + at + i);
            sum += load(q + i) * dq + load(k + i) * (reads - writes);
            add_or_store(g->dq + t * g->k_next + i, dq, g->adds);
            add_or_store(g->dk + t * g->k_next + i, reads + writes, g->adds);
        }
        d_sum[t] = sum_of(sum);
    }
    double total = is_last ? 0 : dot_of(w->d_state, w->states + (size_t)((c->first + n) / C) * square, square);
    for (int t = n - 1; t >= 0; t--) g->d_decay[t * g->heads] = (float)(total += d_sum[t]);
    if (c->is_fresh) {
        g->d_decay[0] = 0;  // a first token has no earlier state to decay
        return;
    }
    if (is_last) memset(w->d_state, 0, square * sizeof(float));
    else scale_all(w->d_state, square, c->from_start[n - 1]);
    multiply((Sums){w->go_scaled, d, c->q, 1, c->k_next, w->d_state, d, n, 1}, d, d);
    multiply((Sums){w->dr, d, c->k, 1, c->k_next, w->d_state, d, n, 1}, d, d);
}

// src: q, k, v, logarithms of decays, beta, positions as in `delta`, gradient of o [d, heads, T], memory
// -> dst: the gradients of the first five, one after the other.
static void delta_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    DeltaArgs *a = data;
    const int32_t *positions = dst->src[5]->data;
    const int d = a->width;
    const size_t keys = (size_t)a->tokens * a->key_heads * d, values = (size_t)a->tokens * a->heads * d;
    const Memory w = memory_of(a, (float *)((char *)dst->src[7]->data + thread * dst->src[7]->nb[1]));
    float *ys = w.states + (size_t)((a->tokens + C - 1) / C) * d * d;
    for (int64_t task; (task = next_task(&a->next, a->key_heads, threads)) < a->key_heads;)
        for (int head = task; head < a->heads; head += a->key_heads) {
            keep_states(a, dst->src, head, &w, ys);
            for (int end = a->tokens, first, is_last = 1; end > 0; end = first) {
                first = begin_of(positions, end);
                Chunk c = chunk_of(a, dst->src, head, first, end - first);
                c.go = numbers_of(dst->src[6], first, head);
                float *dq = (float *)dst->data + (size_t)first * a->key_heads * d + task * d;
                const Gradients g = {
                    .dq = dq,
                    .dk = dq + keys,
                    .dv = (float *)dst->data + 2 * keys + ((size_t)first * a->heads + head) * d,
                    .d_decay = (float *)dst->data + 2 * keys + values + (size_t)first * a->heads + head,
                    .d_beta = (float *)dst->data + 2 * keys + values + (size_t)(a->tokens + first) * a->heads + head,
                    .k_next = (size_t)a->key_heads * d,
                    .v_next = (size_t)a->heads * d,
                    .heads = a->heads,
                    .adds = head != task,
                };
                chunk_back(a, &c, &w, ys + (size_t)first * d, is_last, &g);
                is_last = c.is_fresh;
            }
        }
}
