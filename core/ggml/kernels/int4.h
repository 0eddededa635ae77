// Weights in 4 bits as Q4_K has them: w = scale q - least, both for each 32. A strip's block is [BLOCK / 8][STRIP][4]
// bytes: the low bits are quad k of a row's numbers, the high ones quad k + 4. Beside it are STRIP scales and STRIP
// leasts in F16. Tokens are rounded as for 8 bits.
#pragma once
#include "int8.h"

enum { HALF = QUADS / 2 };
