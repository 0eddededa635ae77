// Shared by the AMX kernels: tiles of 32 tokens, with tokens and panels in BF16.
#pragma once
#include "isa.h"
#include "kernel.h"

enum {
    AMX_MR = 32,   // two of AMX's tiles, of 16 tokens each
    AMX_MC = 256,  // tokens per unpacking of the panels; more would not fit the second level
};

void amx_multiply(const Tile *tile);
void amx_begin(void);
void amx_end(void);

// The fields of a Kernel that are the same for all types.
#define BY_AMX                              \
    .mr = AMX_MR,                           \
    .mc = AMX_MC,                           \
    .x_bytes = BLOCK * sizeof(uint16_t),    \
    .round = round_to_bf16,                 \
    .tile = amx_multiply,                   \
    .begin = amx_begin,                     \
    .end = amx_end
