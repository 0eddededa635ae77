// Tiles of pairs: ARM's matrix instructions multiply two rows of a weight with two tokens, and add to a vector of [row
// 0 token 0, row 0 token 1, row 1 token 0, row 1 token 1]. The sums have this layout, of PAIRS of tokens, which the
// including file defines, and of ROW_PAIRS: eight rows, half a panel.
#pragma once
#include "isa.h"
#include "kernel.h"
#include "neon-inl.h"
#include "unrolled.h"

enum { MR = 2 * PAIRS, ROW_PAIRS = 4, ROWS = 2 * ROW_PAIRS };

// The present values of y, or zero.
ALWAYS_INLINE void begin_sums(const Tile *tile, Floats sum[PAIRS][ROW_PAIRS]) {
    UNROLLED for (int p = 0; p < PAIRS; p++)
        UNROLLED for (int v = 0; v < ROW_PAIRS; v += 2) {
            const float *y = tile->y + 2 * p * tile->y_stride + 2 * v;
            const Floats first = tile->adds ? load_floats(y) : broadcast_float(0);
            const Floats second = tile->adds ? load_floats(y + tile->y_stride) : broadcast_float(0);
            sum[p][v] = vzip1q_f32(first, second);
            sum[p][v + 1] = vzip2q_f32(first, second);
        }
}

ALWAYS_INLINE void store_sums(const Tile *tile, Floats sum[PAIRS][ROW_PAIRS]) {
    UNROLLED for (int p = 0; p < PAIRS; p++)
        UNROLLED for (int v = 0; v < ROW_PAIRS; v += 2) {
            float *y = tile->y + 2 * p * tile->y_stride + 2 * v;
            store_floats(y, vuzp1q_f32(sum[p][v], sum[p][v + 1]));
            store_floats(y + tile->y_stride, vuzp2q_f32(sum[p][v], sum[p][v + 1]));
        }
}

// Eight rows of two lines of a panel, a row's numbers of both side by side: two rows in a vector.
ALWAYS_INLINE void load_rows(const uint8_t *lines, uint8x16_t w[ROW_PAIRS]) {
    UNROLLED for (int v = 0; v < ROW_PAIRS; v += 2) {
        const uint32x4_t first = vreinterpretq_u32_u8(vld1q_u8(lines + v * 8));
        const uint32x4_t second = vreinterpretq_u32_u8(vld1q_u8(lines + LINE + v * 8));
        w[v] = vreinterpretq_u8_u32(vzip1q_u32(first, second));
        w[v + 1] = vreinterpretq_u8_u32(vzip2q_u32(first, second));
    }
}

// The next 16 bytes of two tokens, as two vectors with 8 of each.
ALWAYS_INLINE void pair_bytes(const uint8_t *first, const uint8_t *second, uint8_t *to) {
    const uint64x2_t a = vreinterpretq_u64_u8(vld1q_u8(first)), b = vreinterpretq_u64_u8(vld1q_u8(second));
    vst1q_u8(to, vreinterpretq_u8_u64(vzip1q_u64(a, b)));
    vst1q_u8(to + 16, vreinterpretq_u8_u64(vzip2q_u64(a, b)));
}

// Half a panel of a tile, number i of its halves.
ALWAYS_INLINE Tile half_panel(const Tile *tile, int i) {
    Tile half = *tile;
    half.numbers += i / 2 * tile->panel_stride + i % 2 * ROWS * KR;
    if (tile->scales) half.scales += i / 2 * tile->scale_stride + i % 2 * ROWS;
    half.y += i * ROWS;
    return half;
}
