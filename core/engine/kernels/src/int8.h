// Weights and tokens in 8 bits with a scale for each 32. A weight's numbers are held as w + 128, which is unsigned: a
// strip's block is [BLOCK / 4][STRIP][4] bytes, with STRIP scales in F16.
#pragma once
#include "kernel.h"

enum { QUADS = BLOCK / 4, OFFSET = 128, TOKEN = 40 };

typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    int32_t shift;  // -OFFSET times the numbers' sum
} Token;            // a block of one, TOKEN bytes

_Static_assert(sizeof(Token) == TOKEN, "rounded tokens are read as an array of blocks");
