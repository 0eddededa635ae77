// The products of LoRA's factors: thin, the rank is one of their sides. See low_rank.py for what they are for.
#include "f32_tile.h"

enum {
    TOKENS = 24,         // of a piece of work
    DEPTH = 1024,        // of a token that is multiplied with all ranks before the next
    COLUMNS = 256,       // of `expand`: written at a time, in long pieces
    RANKS = 16,          // of `expand`: with COLUMNS, what stays in the first cache
    OUTER_COLUMNS = 64,  // of `outer`: of a piece of work
    OUTER_TOKENS = 64,
    FEWEST_PIECES = 4,   // for a thread, or the last one takes too long
};

// y[t][i] (+)= scale times the sum over k < depth of x[t][k] w[i][k]; DOT_ROWS times DOT_COLUMNS numbers at most.
typedef struct {
    const float *x, *w;
    size_t x_step, w_step;
    float *y;
    size_t y_step;
    int depth, adds;
    float scale;
} Dots;

ALWAYS_INLINE void dots_of(const Dots *p, const int rows, const int columns) {
    Floats sum[DOT_ROWS][DOT_COLUMNS];
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int i = 0; i < columns; i++) sum[t][i] = (Floats){0};
    for (int k = 0; k < p->depth; k += LANES) {
        Floats w[DOT_COLUMNS];
        UNROLLED for (int i = 0; i < columns; i++) w[i] = load(p->w + i * p->w_step + k);
        UNROLLED for (int t = 0; t < rows; t++) {
            const Floats x = load(p->x + t * p->x_step + k);
            UNROLLED for (int i = 0; i < columns; i++) sum[t][i] += w[i] * x;
        }
    }
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int i = 0; i < columns; i++) {
            float *y = p->y + t * p->y_step + i;
            *y = (p->adds ? *y : 0) + p->scale * sum_of(sum[t][i]);
        }
}

static void dots(const Dots *p, int rows, int columns) {
    if (rows == DOT_ROWS && columns == DOT_COLUMNS) {
        dots_of(p, DOT_ROWS, DOT_COLUMNS);
        return;
    }
    for (int t = 0; t < rows; t++)
        for (int i = 0; i < columns; i++) {
            Dots one = *p;
            one.x += t * p->x_step;
            one.w += i * p->w_step;
            one.y += t * p->y_step + i;
            dots_of(&one, 1, 1);
        }
}

static const float *row_of(const struct ggml_tensor *x, int64_t row) {
    return (const float *)((const char *)x->data + row * x->nb[1]);
}

// src: a [d, r], x [d, T] -> dst [r, T]: scale a^T x.
static void contract(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRank *low_rank = data;
    const struct ggml_tensor *a = dst->src[0], *x = dst->src[1];
    const int d = a->ne[0], rank = a->ne[1], tokens = x->ne[1], pieces = (tokens + TOKENS - 1) / TOKENS;
    for (int64_t piece; (piece = next_piece(&low_rank->next, pieces, threads)) < pieces;) {
        const int end = smaller(tokens, (piece + 1) * TOKENS);
        for (int k = 0; k < d; k += DEPTH)
            for (int t = piece * TOKENS; t < end; t += DOT_ROWS)
                for (int i = 0; i < rank; i += DOT_COLUMNS) {
                    const Dots part = {
                        .x = row_of(x, t) + k,
                        .w = row_of(a, i) + k,
                        .x_step = x->nb[1] / sizeof(float),
                        .w_step = a->nb[1] / sizeof(float),
                        .y = (float *)dst->data + (size_t)t * rank + i,
                        .y_step = rank,
                        .depth = smaller(DEPTH, d - k),
                        .adds = k > 0,
                        .scale = low_rank->scale,
                    };
                    dots(&part, smaller(DOT_ROWS, end - t), smaller(DOT_COLUMNS, rank - i));
                }
    }
}

// Rows of `from`, `width` numbers of each, one after another.
static void gather(const struct ggml_tensor *from, int row, int rows, int column, int width, float *to) {
    for (int i = 0; i < rows; i++)
        memcpy(to + (size_t)i * width, row_of(from, row + i) + column, width * sizeof(float));
}

// src: y [d, T], b [d, r], h [r, T] -> dst, in y's place: y + b h.
static void expand(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRank *low_rank = data;
    const struct ggml_tensor *b = dst->src[1], *h = dst->src[2];
    const int d = b->ne[0], rank = b->ne[1], tokens = h->ne[1], pieces = (tokens + 2 * TOKENS - 1) / (2 * TOKENS);
    float panel[RANKS * COLUMNS];
    for (int64_t piece; (piece = next_piece(&low_rank->next, pieces, threads)) < pieces;) {
        const int end = smaller(tokens, (piece + 1) * 2 * TOKENS);
        for (int column = 0; column < d; column += COLUMNS)
            for (int r = 0; r < rank; r += RANKS) {
                const int width = smaller(COLUMNS, d - column), depth = smaller(RANKS, rank - r);
                gather(b, r, depth, column, width, panel);
                for (int t = piece * 2 * TOKENS; t < end; t += TILE) {
                    const Sums sums = {
                        .panel = panel,
                        .panel_step = width,
                        .x = row_of(h, t) + r,
                        .x_step = h->nb[1] / sizeof(float),
                        .x_deep = 1,
                        .y = (float *)((char *)dst->data + t * dst->nb[1]) + column,
                        .y_step = dst->nb[1] / sizeof(float),
                        .depth = depth,
                        .adds = 1,
                    };
                    multiply_rows(sums, smaller(TILE, end - t), width);
                }
            }
    }
}

// src: x [d, T], h [r, T] -> dst [d, r]: x h^T.
static void outer(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    LowRank *low_rank = data;
    const struct ggml_tensor *x = dst->src[0], *h = dst->src[1];
    const int d = x->ne[0], rank = h->ne[0], tokens = x->ne[1];
    const int columns = d / OUTER_COLUMNS < FEWEST_PIECES * threads ? OUTER_COLUMNS / 2 : OUTER_COLUMNS;
    const int pieces = (d + columns - 1) / columns;
    float panel[OUTER_TOKENS * OUTER_COLUMNS];
    for (int64_t piece; (piece = next_piece(&low_rank->next, pieces, threads)) < pieces;) {
        const int column = piece * columns, width = smaller(columns, d - column);
        for (int t = 0; t < tokens; t += OUTER_TOKENS) {
            const int depth = smaller(OUTER_TOKENS, tokens - t);
            gather(x, t, depth, column, width, panel);
            for (int r = 0; r < rank; r += TILE) {
                const Sums sums = {
                    .panel = panel,
                    .panel_step = width,
                    .x = row_of(h, t) + r,
                    .x_step = 1,
                    .x_deep = h->nb[1] / sizeof(float),
                    .y = (float *)dst->data + (size_t)r * d + column,
                    .y_step = d,
                    .depth = depth,
                    .adds = t > 0,
                };
                multiply_rows(sums, smaller(TILE, rank - r), width);
            }
        }
    }
}
