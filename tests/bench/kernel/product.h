// Products y = W x whose sums stay in registers for a tile of a few tokens and 48 rows of the weight, as in Goto and
// van de Geijn, "Anatomy of High-Performance Matrix Multiplication" (2008). Weights are packed once, in the order in
// which a tile reads them; tokens are rounded at every call. The unit of depth is Q8_0's block of 32.
#pragma once
#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#ifndef VECTORS
#define VECTORS 3  // of rows in a tile; 4 for attention, whose heads have 64
#endif

enum {
    BLOCK = 32,              // depth
    LANES = 16,              // 32-bit numbers in a register
    ROWS = VECTORS * LANES,  // of a panel
};

// An array stays in registers only if every loop over it is unrolled.
#define UNROLLED _Pragma("GCC unroll 16")

typedef struct {
    int tokens;        // of a tile
    int weight_bytes;  // of a panel's block: ROWS rows, 32 numbers each
    int token_bytes;   // of a token's block after rounding
    // Puts rows as a GGUF file has them into panels.
    void (*pack)(const void *file, int rows, int depth, void *panels);
    // Rounds one token's numbers.
    void (*round)(const float *x, int blocks, uint8_t *rounded);
    // A tile of y [tokens][y_stride] = or += the panel times tokens whose rounded blocks begin every x_stride bytes.
    void (*tile)(const uint8_t *panel, const uint8_t *x, size_t x_stride, int blocks, float *y, size_t y_stride,
                 int adds);
} Kernel;

extern const Kernel f32_kernel, bf16_kernel, q8_0_kernel, q4_K_kernel;

#define LOAD_SUMS(sum, n_tokens)                                        \
    UNROLLED for (int t = 0; t < n_tokens; t++)                         \
        UNROLLED for (int v = 0; v < VECTORS; v++)                      \
            sum[t][v] = adds ? _mm512_loadu_ps(y + t * y_stride + v * LANES) : _mm512_setzero_ps()
#define STORE_SUMS(sum, n_tokens)                                       \
    UNROLLED for (int t = 0; t < n_tokens; t++)                         \
        UNROLLED for (int v = 0; v < VECTORS; v++)                      \
            _mm512_storeu_ps(y + t * y_stride + v * LANES, sum[t][v])
