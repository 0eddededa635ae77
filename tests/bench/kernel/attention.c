// Attention's two products in F32, for a block of queries and all heads at once. Built with VECTORS = 4.
#include "product.h"

enum { HEAD = 64, GROUP = 96 };  // GROUP: queries of one thread's piece of work

// keys [heads][n][64], queries [heads][tokens][64] -> y [heads][tokens][n]. n: a multiple of 64; tokens: of 96. Packing
// the keys is part of the work: they are new in every step.
void scores(const float *keys, const float *queries, float *y, int heads, int n, int tokens, float *panels,
            int threads) {
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (int i = 0; i < heads * n; i += ROWS)
            f32_kernel.pack(keys + (size_t)i * HEAD, ROWS, HEAD, panels + (size_t)i * HEAD);
#pragma omp for collapse(3) schedule(dynamic)
        for (int h = 0; h < heads; h++)
            for (int row = 0; row < n; row += ROWS)
                for (int group = 0; group < tokens; group += GROUP)
                    for (int t = group; t < group + GROUP; t += f32_kernel.tokens)
                        f32_kernel.tile((const uint8_t *)(panels + ((size_t)h * n + row) * HEAD),
                                        (const uint8_t *)(queries + ((size_t)h * tokens + t) * HEAD),
                                        HEAD * sizeof(float), HEAD / BLOCK, y + ((size_t)h * tokens + t) * n + row, n,
                                        0);
    }
}

// values [heads][n][64], p [heads][tokens][n] -> y [heads][tokens][64]. Values lie as a panel does.
void weighted_values(const float *values, const float *p, float *y, int heads, int n, int tokens, int threads) {
#pragma omp parallel for num_threads(threads) collapse(2) schedule(dynamic)
    for (int h = 0; h < heads; h++)
        for (int t = 0; t < tokens; t += f32_kernel.tokens)
            f32_kernel.tile((const uint8_t *)(values + (size_t)h * n * HEAD),
                            (const uint8_t *)(p + ((size_t)h * tokens + t) * n), n * sizeof(float), n / BLOCK,
                            y + ((size_t)h * tokens + t) * HEAD, HEAD, 0);
}
