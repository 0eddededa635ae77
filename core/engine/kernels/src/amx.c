// BF16 by AMX: TDPBF16PS multiplies 16 tokens with a panel, BLOCK numbers of each, in one instruction. A panel's block
// and the same block of 16 rounded tokens already have AMX's operand layout: nothing is repacked.
//
// The instructions are inline assembly, because GCC's intrinsics do not declare that they read and write memory.
#include "amx.h"

enum { HALF_MR = AMX_MR / 2 };

#define ZERO(n) __asm__ volatile("tilezero %%tmm" #n ::: "memory")
#define LOAD(n, from, step) \
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm" #n ::"r"(from), "r"((int64_t)(step)) : "memory")
#define STORE(n, to, step) \
    __asm__ volatile("tilestored %%tmm" #n ", (%0,%1,1)" ::"r"(to), "r"((int64_t)(step)) : "memory")
#define ADD_PRODUCTS(sum, x, w) __asm__ volatile("tdpbf16ps %%tmm" #w ", %%tmm" #x ", %%tmm" #sum ::: "memory")

// Sums of the first 16 tokens in tiles 0 .. 2, of the others in 3 .. 5; the tokens in 6, a panel in 7.
#define START(n, t, panel)                                                                    \
    if (tile->adds) LOAD(n, tile->y + (size_t)(t) * tile->y_stride + (panel) * NR, y_stride); \
    else ZERO(n)
#define FINISH(n, t, panel) STORE(n, tile->y + (size_t)(t) * tile->y_stride + (panel) * NR, y_stride)
#define MULTIPLY(n, panel)                           \
    LOAD(7, w + (panel) * tile->panel_stride, LINE); \
    ADD_PRODUCTS(n, 6, 7)

void amx_multiply(const Tile *tile) {
    const int panels = tile->panels;
    const int64_t y_stride = tile->y_stride * sizeof(float);
    START(0, 0, 0);
    START(3, HALF_MR, 0);
    if (panels > 1) {
        START(1, 0, 1);
        START(4, HALF_MR, 1);
    }
    if (panels > 2) {
        START(2, 0, 2);
        START(5, HALF_MR, 2);
    }
    for (int b = 0; b < tile->blocks; b++) {
        const uint8_t *w = tile->numbers + (size_t)b * BF16_PANEL, *x = tile->x + (size_t)b * BLOCK * 2;
        LOAD(6, x, tile->x_stride);
        MULTIPLY(0, 0);
        if (panels > 1) {
            MULTIPLY(1, 1);
        }
        if (panels > 2) {
            MULTIPLY(2, 2);
        }
        LOAD(6, x + HALF_MR * tile->x_stride, tile->x_stride);
        MULTIPLY(3, 0);
        if (panels > 1) {
            MULTIPLY(4, 1);
        }
        if (panels > 2) {
            MULTIPLY(5, 2);
        }
    }
    FINISH(0, 0, 0);
    FINISH(3, HALF_MR, 0);
    if (panels > 1) {
        FINISH(1, 0, 1);
        FINISH(4, HALF_MR, 1);
    }
    if (panels > 2) {
        FINISH(2, 0, 2);
        FINISH(5, HALF_MR, 2);
    }
}

// All tiles are 16 rows of 64 bytes.
void amx_begin(void) {
    static const struct {
        uint8_t palette, start_row, reserved[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } shapes = {
        .palette = 1,
        .bytes = {64, 64, 64, 64, 64, 64, 64, 64},
        .rows = {16, 16, 16, 16, 16, 16, 16, 16},
    };
    __asm__ volatile("ldtilecfg %0" ::"m"(shapes) : "memory");
}

void amx_end(void) { __asm__ volatile("tilerelease" ::: "memory"); }
