// Weights in 4 bits as Q4_K has them: w = scale q - least, both for each 32. A strip's block is [BLOCK / 8][STRIP][4]
// bytes: the low bits are quad k of a row's numbers, the high ones quad k + 4. Beside it are STRIP scales and STRIP
// leasts in F16.
#pragma once
#include "int8.h"

enum { HALF = QUADS / 2 };

typedef struct {
    int8_t numbers[BLOCK];
    float scale;
    float shift;  // what a least is multiplied with: minus the numbers' sum, times their scale
} LeastToken;     // a block of one, TOKEN bytes

_Static_assert(sizeof(LeastToken) == TOKEN, "rounded tokens are read as an array of blocks");
