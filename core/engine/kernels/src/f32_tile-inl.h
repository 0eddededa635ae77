// The tile of F32 products, for vectors of any length: its sums stay in registers.
//
// Define before including it: LANES, numbers of a vector; MR and TILE_WIDTH, the rows and columns of a tile.
#pragma once
#include <string.h>

#include "f32.h"
#include "tasks.h"
#include "unrolled.h"

typedef float Floats __attribute__((vector_size(4 * LANES)));
typedef uint32_t Bits __attribute__((vector_size(4 * LANES)));
typedef float Anywhere __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

ALWAYS_INLINE Floats load(const float *from) { return *(const Anywhere *)from; }
ALWAYS_INLINE void store(float *to, Floats value) { *(Anywhere *)to = value; }
ALWAYS_INLINE int smaller(int a, int b) { return a < b ? a : b; }
ALWAYS_INLINE int larger(int a, int b) { return a > b ? a : b; }

ALWAYS_INLINE Floats select_floats(Bits mask, Floats yes, Floats no) {
    return (Floats)(((Bits)yes & mask) | ((Bits)no & ~mask));
}

ALWAYS_INLINE float sum_of(Floats x) {
    typedef float Four __attribute__((vector_size(16)));
    union {
        Floats all;
        Four four[LANES / 4];
    } parts = {x};
    Four sum = parts.four[0];
    UNROLLED for (int i = 1; i < LANES / 4; i++) sum += parts.four[i];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// y[t][i] = sum over k < depth of x[t, k] panel[k][i], or y += that. Rows are `stride` numbers apart.
typedef struct {
    const float *panel;
    size_t panel_stride;
    const float *x;
    size_t x_stride, x_deep;  // distances in x between neighbouring t, and neighbouring k
    float *y;
    size_t y_stride;
    int depth, adds;
} Sums;

ALWAYS_INLINE void tile_of(const Sums *s, const int vectors, const int rows) {
    const size_t panel_stride = s->panel_stride, x_stride = s->x_stride, x_deep = s->x_deep, y_stride = s->y_stride;
    const float *panel = s->panel, *x = s->x;
    Floats sum[MR][TILE_WIDTH / LANES];
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int v = 0; v < vectors; v++)
            sum[t][v] = s->adds ? load(s->y + t * y_stride + v * LANES) : (Floats){0};
    for (int k = s->depth; k > 0; k--, panel += panel_stride, x += x_deep) {
        Floats numbers[TILE_WIDTH / LANES];
        UNROLLED for (int v = 0; v < vectors; v++) numbers[v] = load(panel + v * LANES);
        UNROLLED for (int t = 0; t < rows; t++) {
            const float factor = x[t * x_stride];
            UNROLLED for (int v = 0; v < vectors; v++) sum[t][v] += numbers[v] * factor;
        }
    }
    UNROLLED for (int t = 0; t < rows; t++)
        UNROLLED for (int v = 0; v < vectors; v++) store(s->y + t * y_stride + v * LANES, sum[t][v]);
}

#define OF_ROWS(vectors)                           \
    switch (rows) {                                \
        case 1: tile_of(s, vectors, 1); break;     \
        case 2: tile_of(s, vectors, 2); break;     \
        case 3: tile_of(s, vectors, 3); break;     \
        case 4: tile_of(s, vectors, 4); break;     \
        case 5: tile_of(s, vectors, 5); break;     \
        default: tile_of(s, vectors, MR); break; \
    }

static void tile(const Sums *s, int vectors, int rows) {
    switch (vectors) {
        case 1: OF_ROWS(1) break;
        case 2: OF_ROWS(2) break;
#if TILE_WIDTH / LANES > 2
        case 3: OF_ROWS(3) break;
        default: OF_ROWS(4) break;
#endif
    }
}

// At most MR rows of y, of any width of whole vectors.
static void multiply_rows(Sums s, int rows, int width) {
    for (int i = 0; i < width; i += TILE_WIDTH) {
        Sums part = s;
        part.panel += i;
        part.y += i;
        tile(&part, smaller(TILE_WIDTH, width - i) / LANES, rows);
    }
}
