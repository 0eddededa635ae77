// Tiles by I8MM: USMMLA adds the products of eight unsigned numbers of a weight's rows with signed ones of tokens.
// Tokens are paired once for all rows of a tile.
//
// Define before including it: TOKEN_BLOCK, the struct of a rounded token's block: its numbers, its scale, and other
// words.
#pragma once
#include "packed.h"

enum {
    PAIRS = 3,            // with ROW_PAIRS, 12 of 32 registers hold F32 sums, and as many a block's integers
    STEPS = BLOCK / 8,    // of a block
    MOST_BLOCKS = KC_BYTES / (PANELS * NIBBLE_QUADS * LINE),  // of a tile, of any type
    WORDS = (sizeof(TOKEN_BLOCK) - BLOCK) / sizeof(uint32_t),
    SCALE = 0, CORRECTION = 1,  // of the words
};

#include "pairs-inl.h"

// A block of two tokens: numbers in USMMLA's order, words as [first, second, first, second].
typedef struct {
    uint8_t numbers[STEPS][16];
    uint32_t words[WORDS][4];
} Pair;

ALWAYS_INLINE void pair_tokens(const Tile *tile, Pair *to) {
    for (int b = 0; b < tile->blocks; b++)
        for (int p = 0; p < PAIRS; p++, to++) {
            const uint8_t *first = tile->x + 2 * p * tile->x_stride + b * sizeof(TOKEN_BLOCK);
            const uint8_t *second = first + tile->x_stride;
            for (int step = 0; step < STEPS; step += 2)
                pair_bytes(first + step * 8, second + step * 8, to->numbers[step]);
            for (int i = 0; i < (int)WORDS; i++) {
                const uint32_t *a = (const uint32_t *)(first + BLOCK) + i, *b = (const uint32_t *)(second + BLOCK) + i;
                vst1q_u32(to->words[i], vzip1q_u32(vld1q_dup_u32(a), vld1q_dup_u32(b)));
            }
        }
}

// A pair's word, in the order of the sums that it multiplies.
#define word_of(x, p, which) vld1q_u32((x)[p].words[which])

ALWAYS_INLINE void begin_totals(Ints total[PAIRS][ROW_PAIRS], const Pair *x, int which) {
    UNROLLED for (int p = 0; p < PAIRS; p++)
        UNROLLED for (int v = 0; v < ROW_PAIRS; v++) total[p][v] = vreinterpretq_s32_u32(word_of(x, p, which));
}

ALWAYS_INLINE void zero_totals(Ints total[PAIRS][ROW_PAIRS]) {
    UNROLLED for (int p = 0; p < PAIRS; p++)
        UNROLLED for (int v = 0; v < ROW_PAIRS; v++) total[p][v] = zero_ints();
}

ALWAYS_INLINE void add_products(Ints total[PAIRS][ROW_PAIRS], const uint8x16_t w[ROW_PAIRS], const Pair *x, int step) {
    UNROLLED for (int p = 0; p < PAIRS; p++) {
        const int8x16_t numbers = vreinterpretq_s8_u8(vld1q_u8(x[p].numbers[step]));
        UNROLLED for (int v = 0; v < ROW_PAIRS; v++) total[p][v] = vusmmlaq_s32(total[p][v], w[v], numbers);
    }
}

// Eight F16 numbers, one of each row, each twice.
ALWAYS_INLINE void load_by_rows(const uint16_t *from, Floats to[ROW_PAIRS]) {
    UNROLLED for (int v = 0; v < ROW_PAIRS; v += 2) {
        const Floats four = load_f16(from + 2 * v);
        to[v] = vzip1q_f32(four, four);
        to[v + 1] = vzip2q_f32(four, four);
    }
}

// sum += total times the rows' scales and the tokens'.
ALWAYS_INLINE void add_scaled(Floats sum[PAIRS][ROW_PAIRS], Ints total[PAIRS][ROW_PAIRS], const Pair *x,
                              const uint16_t *scales) {
    Floats scale[ROW_PAIRS];
    load_by_rows(scales, scale);
    UNROLLED for (int p = 0; p < PAIRS; p++) {
        const Floats of_tokens = vreinterpretq_f32_u32(word_of(x, p, SCALE));
        UNROLLED for (int v = 0; v < ROW_PAIRS; v++)
            sum[p][v] = multiply_add(to_floats(total[p][v]), multiply(scale[v], of_tokens), sum[p][v]);
    }
}

// sum += the rows' numbers times a word of the tokens'.
ALWAYS_INLINE void add_by_rows(Floats sum[PAIRS][ROW_PAIRS], const Pair *x, int which, const uint16_t *numbers) {
    Floats of_rows[ROW_PAIRS];
    load_by_rows(numbers, of_rows);
    UNROLLED for (int p = 0; p < PAIRS; p++) {
        const Floats of_tokens = vreinterpretq_f32_u32(word_of(x, p, which));
        UNROLLED for (int v = 0; v < ROW_PAIRS; v++) sum[p][v] = multiply_add(of_rows[v], of_tokens, sum[p][v]);
    }
}

#include "pairs_tile-inl.h"

// A Kernel's fields about tokens, for tiles of pairs.
#define BY_I8MM(rounding)            \
    .mr = MR,                        \
    .mc = MC,                        \
    .x_bytes = sizeof(TOKEN_BLOCK),  \
    .round = rounding,               \
    .tile = tile
