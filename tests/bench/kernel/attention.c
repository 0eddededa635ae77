// Attention's two products in F32, for a block of queries and all heads at once: a tile of 6 queries and 64 rows keeps
// its sums in registers.
#include <immintrin.h>
#include <stddef.h>

// An array stays in registers only if every loop over it is unrolled.
#define UNROLLED _Pragma("GCC unroll 16")

enum {
    LANES = 16,  // numbers in a register
    VECTORS = 4,
    ROWS = VECTORS * LANES,  // of a tile
    TILE = 24 / VECTORS,     // queries of a tile: 24 of the 32 registers hold sums
    HEAD = 64,
    GROUP = 96,  // queries of one thread's piece of work
};

// A tile of y [queries][y_stride] = a panel [depth][ROWS] times queries that begin every x_stride numbers.
static void tile(const float *panel, const float *x, size_t x_stride, int depth, float *y, size_t y_stride) {
    __m512 sum[TILE][VECTORS];
    UNROLLED for (int t = 0; t < TILE; t++)
        UNROLLED for (int v = 0; v < VECTORS; v++) sum[t][v] = _mm512_setzero_ps();
    for (int k = 0; k < depth; k++) {
        __m512 w[VECTORS];
        UNROLLED for (int v = 0; v < VECTORS; v++) w[v] = _mm512_loadu_ps(panel + ((size_t)k * VECTORS + v) * LANES);
        UNROLLED for (int t = 0; t < TILE; t++) {
            const __m512 number = _mm512_set1_ps(x[t * x_stride + k]);
            UNROLLED for (int v = 0; v < VECTORS; v++) sum[t][v] = _mm512_fmadd_ps(w[v], number, sum[t][v]);
        }
    }
    UNROLLED for (int t = 0; t < TILE; t++)
        UNROLLED for (int v = 0; v < VECTORS; v++) _mm512_storeu_ps(y + t * y_stride + v * LANES, sum[t][v]);
}

// keys [heads][n][64], queries [heads][tokens][64] -> y [heads][tokens][n]. n: a multiple of 64; tokens: of 96. Packing
// the keys is part of the work: they are new in every step.
void scores(const float *keys, const float *queries, float *y, int heads, int n, int tokens, float *panels,
            int threads) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int i = 0; i < heads * n; i++)
            for (int k = 0; k < HEAD; k++)
                panels[((size_t)(i / ROWS) * HEAD + k) * ROWS + i % ROWS] = keys[(size_t)i * HEAD + k];
#pragma omp for collapse(3) schedule(dynamic)
        for (int h = 0; h < heads; h++)
            for (int row = 0; row < n; row += ROWS)
                for (int group = 0; group < tokens; group += GROUP)
                    for (int t = group; t < group + GROUP; t += TILE)
                        tile(panels + ((size_t)h * n + row) * HEAD, queries + ((size_t)h * tokens + t) * HEAD, HEAD,
                             HEAD, y + ((size_t)h * tokens + t) * n + row, n);
    }
}

// values [heads][n][64], p [heads][tokens][n] -> y [heads][tokens][64]. Values lie as a panel does.
void weighted_values(const float *values, const float *p, float *y, int heads, int n, int tokens, int threads) {
#pragma omp parallel for num_threads(threads) collapse(2) schedule(dynamic)
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < tokens; t += TILE)
            tile(values + (size_t)h * n * HEAD, p + ((size_t)h * tokens + t) * n, n, n,
                 y + ((size_t)h * tokens + t) * HEAD, HEAD);
}
