// The order of the work, the same for all types: what is read again soon has to fit the second-level cache.
#include "product.h"

enum {
    DEPTH_BLOCKS = 48,   // at a time: 1,536 numbers, at most 288 KiB of a panel
    CHUNK_TOKENS = 128,  // of one thread's piece of work: panels alone are too few to divide evenly
};

static int smaller(int a, int b) { return a < b ? a : b; }

size_t packed_bytes(const Kernel *kernel, int rows, int depth) {
    return (size_t)rows / ROWS * (depth / BLOCK) * kernel->weight_bytes;
}

size_t scratch_bytes(const Kernel *kernel, int tokens) {
    return (size_t)tokens * DEPTH_BLOCKS * kernel->token_bytes;
}

void pack(const Kernel *kernel, const void *file, int rows, int depth, void *panels) {
    kernel->pack(file, rows, depth, panels);
}

// x [tokens][depth] -> y [tokens][rows]. rows: a multiple of ROWS; depth: of 32; tokens: of a tile's and of 128, or
// fewer. scratch: scratch_bytes() for the rounded tokens of one part of the depth.
void product(const Kernel *kernel, const uint8_t *panels, const float *x, float *y, int rows, int depth, int tokens,
             uint8_t *scratch, int threads) {
    const int blocks = depth / BLOCK;
#pragma omp parallel num_threads(threads)
    for (int first = 0; first < blocks; first += DEPTH_BLOCKS) {
        const int part = smaller(DEPTH_BLOCKS, blocks - first);
        const size_t x_stride = (size_t)part * kernel->token_bytes;
#pragma omp for schedule(static)
        for (int t = 0; t < tokens; t++)
            kernel->round(x + (size_t)t * depth + first * BLOCK, part, scratch + t * x_stride);
#pragma omp for collapse(2) schedule(dynamic)
        for (int row = 0; row < rows; row += ROWS)
            for (int chunk = 0; chunk < tokens; chunk += CHUNK_TOKENS) {
                const uint8_t *panel = panels + ((size_t)row / ROWS * blocks + first) * kernel->weight_bytes;
                const int end = smaller(chunk + CHUNK_TOKENS, tokens);
                for (int t = chunk; t < end; t += kernel->tokens)
                    kernel->tile(panel, scratch + t * x_stride, x_stride, part, y + (size_t)t * rows + row, rows,
                                 first > 0);
            }
    }
}
