// What kernels by AMX share: tiles of 32 tokens, whose numbers and the strips' are in BF16.
#pragma once
#include "kernel.h"

enum { AMX_TOKENS = 32, AMX_PIECE = 256 };  // more tokens would leave the second level

void amx_multiply(const Tile *tile);
void amx_begin(void);
void amx_end(void);
