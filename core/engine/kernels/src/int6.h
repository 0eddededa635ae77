// Weights of 6 bits or fewer with a scale for each 16, as Q6_K has them. Numbers are held as w + 32, a byte each: a
// strip's block is [BLOCK / 4][STRIP][4] bytes. Beside it are STRIP scales in F16 for each half of the block.
#pragma once
#include "int8.h"

enum { OFFSET_6 = 32, HALVES = 2, HALF_QUADS = QUADS / HALVES, HALVED_TOKEN = 44 };

typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    int32_t shift[HALVES];  // -OFFSET_6 times the sum of a half's numbers
} HalvedToken;              // a block of one, HALVED_TOKEN bytes

_Static_assert(sizeof(HalvedToken) == HALVED_TOKEN, "rounded tokens are read as an array of blocks");
