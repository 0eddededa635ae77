// What a step computes in F32, with nothing packed beforehand: attention, LoRA's factors, and what is done number by
// number. One file for each processor's instructions has all of them; threads may compute any part in any order, the
// result is the same to the bit.
#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "ggml.h"

enum {
    WIDTH_STEP = 16,  // numbers: rows are whole vectors, of AVX-512 too
    QUERIES = 48,     // of a block: whole tiles
    KEYS = 64,        // or values of a panel, which lie together number by number of the head: whole tiles
    ROW_PAD = 16,     // numbers behind a row of scores: an odd number of cache lines, or rows drive each other out
};

// Numbers from one row of attention's scores to the next.
#define SCORES_STRIDE(tokens) ((size_t)((tokens) + KEYS - 1) / KEYS * KEYS + ROW_PAD)

// Numbers of a thread's workspace for attention, and of attend_back's dst: dq, then for each head of keys and part dk,
// then as many dv. library.py has the same formulas.
#define WORKSPACE_NUMBERS(tokens, head_dim) (QUERIES * (2 * (size_t)(head_dim) + 3 * SCORES_STRIDE(tokens)))
#define DQ_NUMBERS(tokens, head_dim, heads) ((tokens) * ((size_t)(heads) * (head_dim)))
#define DK_NUMBERS(tokens, head_dim) ((size_t)(tokens) * (head_dim))  // one of them

// Nodes of a graph. `data` is an AttentionArgs for the first four, a LowRankArgs for the next three, a NormArgs for the last two.
typedef struct {
    const char *name;
    ggml_custom_op_t panels, attend, attend_back, sum_parts;
    ggml_custom_op_t contract, expand, outer;
    ggml_custom_op_t cross_entropy, swiglu, swiglu_back, norm, norm_back;
} F32Kernels;

// Attention in a graph. `next`: the task to be done next.
typedef struct {
    int32_t head_dim, heads, kv_heads, tokens;
    int32_t parts;    // of the queries, whose gradients of k and v are summed up apart
    float scale, cap; // cap: soft cap of the scores; 0: none
    atomic_int_least64_t next;
} AttentionArgs;

typedef struct {
    float scale;  // of the result
    atomic_int_least64_t next;
} LowRankArgs;

typedef struct {
    float eps;
} NormArgs;

extern const F32Kernels f32_avx512, f32_avx2;
