// The products of LoRA's factors: thin, because the rank is one of their sides. low_rank.py uses them.
#include "f32_tile-inl.h"

// MC rows of the result, NC columns and KC of depth: of a task, or of one step within it.
enum {
    CONTRACT_MC = 24,    // tokens
    CONTRACT_KC = 1024,  // of a token, multiplied with all ranks before the next
    EXPAND_MC = 48,      // tokens
    EXPAND_NC = 256,     // written at a time, in long pieces
    EXPAND_KC = 16,      // ranks: with EXPAND_NC, what stays in the first cache
    OUTER_NC = 64,
    OUTER_KC = 64,       // tokens: with OUTER_NC, what stays in the first cache
    FEWEST_TASKS = 4,    // per thread, or the last task takes too long
};

// y[t][i] (+)= scale times the sum over k < depth of x[t][k] w[i][k]; at most DOT_MR times DOT_NR numbers.
typedef struct {
    const float *x, *w;
    size_t x_stride, w_stride;
    float *y;
    size_t y_stride;
    int depth, adds;
    float scale;
} Dots;

ALWAYS_INLINE void dots_of(const Dots *p, const int rows, const int columns) {
    Floats sum[DOT_MR][DOT_NR];
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int i = 0; i < columns; i++) sum[t][i] = (Floats){0};
    for (int k = 0; k < p->depth; k += LANES) {
        Floats w[DOT_NR];
        UNROLLED for (int i = 0; i < columns; i++) w[i] = load(p->w + i * p->w_stride + k);
        UNROLLED for (int t = 0; t < rows; t++) {
            const Floats x = load(p->x + t * p->x_stride + k);
            UNROLLED for (int i = 0; i < columns; i++) sum[t][i] += w[i] * x;
        }
    }
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int i = 0; i < columns; i++) {
            float *y = p->y + t * p->y_stride + i;
            *y = (p->adds ? *y : 0) + p->scale * sum_of(sum[t][i]);
        }
}

static void dots(const Dots *p, int rows, int columns) {
    if (rows == DOT_MR && columns == DOT_NR) {
        dots_of(p, DOT_MR, DOT_NR);
        return;
    }
    for (int t = 0; t < rows; t++)
        for (int i = 0; i < columns; i++) {
            Dots one = *p;
            one.x += t * p->x_stride;
            one.w += i * p->w_stride;
            one.y += t * p->y_stride + i;
            dots_of(&one, 1, 1);
        }
}

static const float *row_of(const struct ggml_tensor *x, int64_t row) {
    return (const float *)((const char *)x->data + row * x->nb[1]);
}

// src: a [d, r], x [d, T] -> dst [r, T]: scale a^T x.
static void contract(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRankArgs *low_rank = data;
    const struct ggml_tensor *a = dst->src[0], *x = dst->src[1];
    const int d = a->ne[0], rank = a->ne[1], tokens = x->ne[1], tasks = (tokens + CONTRACT_MC - 1) / CONTRACT_MC;
    for (int64_t task; (task = next_task(&low_rank->next, tasks, threads)) < tasks;) {
        const int end = smaller(tokens, (task + 1) * CONTRACT_MC);
        for (int k = 0; k < d; k += CONTRACT_KC)
            for (int t = task * CONTRACT_MC; t < end; t += DOT_MR)
                for (int i = 0; i < rank; i += DOT_NR) {
                    const Dots part = {
                        .x = row_of(x, t) + k,
                        .w = row_of(a, i) + k,
                        .x_stride = x->nb[1] / sizeof(float),
                        .w_stride = a->nb[1] / sizeof(float),
                        .y = (float *)dst->data + (size_t)t * rank + i,
                        .y_stride = rank,
                        .depth = smaller(CONTRACT_KC, d - k),
                        .adds = k > 0,
                        .scale = low_rank->scale,
                    };
                    dots(&part, smaller(DOT_MR, end - t), smaller(DOT_NR, rank - i));
                }
    }
}

// Rows of `from`, `width` numbers of each, one after another.
static void gather(const struct ggml_tensor *from, int row, int rows, int column, int width, float *to) {
    for (int i = 0; i < rows; i++)
        memcpy(to + (size_t)i * width, row_of(from, row + i) + column, width * sizeof(float));
}

// y [d, T] += b [d, r] h [r, T], for columns first .. end of the tokens from .. to: at most EXPAND_NC columns.
static void expand_part(struct ggml_tensor *y, const struct ggml_tensor *b, const struct ggml_tensor *h, int first,
                        int end, int from, int to) {
    const int rank = b->ne[1], width = end - first;
    float panel[EXPAND_KC * EXPAND_NC];
    for (int r = 0; r < rank; r += EXPAND_KC) {
        const int depth = smaller(EXPAND_KC, rank - r);
        gather(b, r, depth, first, width, panel);
        for (int t = from; t < to; t += MR) {
            const Sums sums = {
                .panel = panel,
                .panel_stride = width,
                .x = row_of(h, t) + r,
                .x_stride = h->nb[1] / sizeof(float),
                .x_deep = 1,
                .y = (float *)((char *)y->data + t * y->nb[1]) + first,
                .y_stride = y->nb[1] / sizeof(float),
                .depth = depth,
                .adds = 1,
            };
            multiply_rows(sums, smaller(MR, to - t), width);
        }
    }
}

// src: y [d, T], b [d, r], h [r, T] -> dst, in place of y: y + b h.
static void expand(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRankArgs *low_rank = data;
    const struct ggml_tensor *b = dst->src[1], *h = dst->src[2];
    const int d = b->ne[0], tokens = h->ne[1], tasks = (tokens + EXPAND_MC - 1) / EXPAND_MC;
    for (int64_t task; (task = next_task(&low_rank->next, tasks, threads)) < tasks;) {
        const int from = task * EXPAND_MC, to = smaller(tokens, from + EXPAND_MC);
        for (int column = 0; column < d; column += EXPAND_NC)
            expand_part(dst, b, h, column, smaller(column + EXPAND_NC, d), from, to);
    }
}

// src: x [d, T], h [r, T] -> dst [d, r]: x h^T.
static void outer(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRankArgs *low_rank = data;
    const struct ggml_tensor *x = dst->src[0], *h = dst->src[1];
    const int d = x->ne[0], rank = h->ne[0], tokens = x->ne[1];
    const int columns = d / OUTER_NC < FEWEST_TASKS * threads ? OUTER_NC / 2 : OUTER_NC;
    const int tasks = (d + columns - 1) / columns;
    float panel[OUTER_KC * OUTER_NC];
    for (int64_t task; (task = next_task(&low_rank->next, tasks, threads)) < tasks;) {
        const int column = task * columns, width = smaller(columns, d - column);
        for (int t = 0; t < tokens; t += OUTER_KC) {
            const int depth = smaller(OUTER_KC, tokens - t);
            gather(x, t, depth, column, width, panel);
            for (int r = 0; r < rank; r += MR) {
                const Sums sums = {
                    .panel = panel,
                    .panel_stride = width,
                    .x = row_of(h, t) + r,
                    .x_stride = 1,
                    .x_deep = h->nb[1] / sizeof(float),
                    .y = (float *)dst->data + (size_t)r * d + column,
                    .y_stride = d,
                    .depth = depth,
                    .adds = t > 0,
                };
                multiply_rows(sums, smaller(MR, rank - r), width);
            }
        }
    }
}
