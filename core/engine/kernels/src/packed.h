// Formats of weights of 8 bits and fewer, and of the tokens that they are multiplied with. Tokens have 8 bits and a
// scale for each block. A weight's numbers are unsigned: stored with a zero point added, or with a min to subtract.
#pragma once
#include "kernel.h"

enum {
    ZERO_POINT_8 = 128,
    ZERO_POINT_6 = 32,
    SUB_BLOCKS = 2,                        // of a block of 6 bits, each with a scale, as in Q6_K
    SUB_BLOCK_QUADS = QUADS / SUB_BLOCKS,
    NIBBLE_QUADS = QUADS / 2,              // lines of a panel's block in 4 bits
};

// int8: w = scale (q - 128). A panel's block is [QUADS][NR][KR] bytes, beside it NR scales in F16.
typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    int32_t correction;  // -ZERO_POINT_8 times the numbers' sum
} TokenBlock8;

// The same for AVX2, which multiplies words: numbers 0 and 2 of every quad, then 1 and 3.
typedef struct {
    int16_t numbers[BLOCK];
    float scale;
    int32_t correction;
} TokenWords8;

// int4, like Q4_K: w = scale q - min. A panel's block is [NIBBLE_QUADS][NR][KR] bytes: the low bits are quad k of a
// row's numbers, the high ones quad k + NIBBLE_QUADS. NR scales and NR mins follow, in F16.
typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    float minus_sum;  // of the numbers, times their scale: the factor of a min
} TokenBlock4;

// int6, or fewer bits, like Q6_K: w = scale (q - 32), with a scale for each sub-block of 16. A panel's block is
// [QUADS][NR][KR] bytes, and NR scales in F16 for each sub-block.
typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    int32_t correction[SUB_BLOCKS];  // -ZERO_POINT_6 times the sum of a sub-block's numbers
} TokenBlock6;
