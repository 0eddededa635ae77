// A step's F32 computations, on unpacked data: attention, LoRA's factors, and elementwise operations. One file for each
// instruction set has all of them; threads may compute any part in any order, the result is the same to the bit.
#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "ggml.h"
#include "kernel.h"

enum {
    WIDTH_STEP = 16,  // numbers: rows consist of whole vectors, of AVX-512 too
    QUERIES = 48,     // of a block: whole tiles
    MASK_ROWS = 3,    // numbers that give each query's keys (f32_scores-inl.h)
    KEYS = 64,        // or values of a panel, stored dimension by dimension: whole tiles
    SCAN_ROWS = 4,     // of the state of Mamba-2's recurrence, per task
    SCAN_CHUNK = 64,   // tokens: how often backward stores that state
    SCAN_STATE = 256,  // the most numbers in a row of it
    DELTA_CHUNK = 48,  // tokens that the gated delta rule computes at once: whole tiles
    ROW_PAD = 16,     // numbers after a row of scores: an odd number of cache lines, or rows evict each other
};

// The stride between rows of attention's scores, in numbers.
#define SCORES_STRIDE(tokens) ((size_t)((tokens) + KEYS - 1) / KEYS * KEYS + ROW_PAD)

// Numbers of a thread's workspace for attention, and of attend_back's dst: dq, then for each head of keys and part dk,
// then as many dv. interface.py has the same formulas.
#define WORKSPACE_NUMBERS(tokens, head_dim) (QUERIES * (2 * (size_t)(head_dim) + 3 * SCORES_STRIDE(tokens)))
#define DQ_NUMBERS(tokens, head_dim, heads) ((tokens) * ((size_t)(heads) * (head_dim)))
#define DK_NUMBERS(tokens, head_dim) ((size_t)(tokens) * (head_dim))  // one of them

// Numbers of a thread's workspace for scan_back, and of its dst, where b and c have `pieces` gradients each.
#define SCAN_NUMBERS(tokens, state) \
    ((size_t)SCAN_ROWS * (state) * (2 + SCAN_CHUNK + ((tokens) + SCAN_CHUNK - 1) / SCAN_CHUNK))
#define SCAN_GRADIENTS(tokens, state, width, heads, pieces) \
    ((tokens) * ((size_t)(heads) * ((width) + 2) + 2 * (size_t)(pieces) * (state)))

// Numbers of a thread's workspace for the gated delta rule, forward; and backward, with the states and their changes.
// interface.py has the same formulas.
#define DELTA_NUMBERS(d) ((size_t)(d) * (d) + 4 * DELTA_CHUNK * (d) + 2 * DELTA_CHUNK * DELTA_CHUNK)
#define DELTA_BACK_NUMBERS(tokens, d)                                              \
    (DELTA_NUMBERS(d) + 3 * (size_t)(d) * (d) + 6 * DELTA_CHUNK * (d) +            \
     (size_t)((tokens) + DELTA_CHUNK - 1) / DELTA_CHUNK * (d) * (d) + (size_t)(tokens) * (d))

// Nodes of a graph. `data` is an AttentionArgs for the first four, a LowRankArgs for the next three, a GatedArgs for
// swiglu_oai, a NormArgs for the norms, a ScanArgs for `scan...`, a DeltaArgs for the last two.
typedef struct {
    const char *name;
    ggml_custom_op_t panels, attend, attend_back, sum_parts;
    ggml_custom_op_t contract, expand, outer;
    ggml_custom_op_t cross_entropy, swiglu, swiglu_back, swiglu_oai, swiglu_oai_back, norm, norm_back;
    ggml_custom_op_t conv, conv_back;
    ggml_custom_op_t scan, scan_back, scan_gather;
    ggml_custom_op_t delta, delta_back;
    AddBranch *expand_part;  // no node: what `expand` does to part of y
} F32Kernels;

// Attention in a graph. `next`: the next task to do.
typedef struct {
    int32_t head_dim, heads, kv_heads, tokens;
    int32_t parts;    // of the queries; each adds up its own gradients of k and v
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

// Mamba-2's recurrence in a graph. A head has `width` numbers, each with a row of `state` numbers; heads of a group
// read the same b and c, whose gradients each of the `parts` of these heads adds up separately.
typedef struct {
    int32_t state, width, heads, groups, tokens, parts;
    atomic_int_least64_t next;
} ScanArgs;

// The gated delta rule: value head h reads key head h % key_heads; both have the same width.
typedef struct {
    int32_t width, key_heads, heads, tokens;
    float scale;  // of the queries
    atomic_int_least64_t next;
} DeltaArgs;

typedef struct {
    float alpha, limit;
} GatedArgs;

#ifdef __aarch64__
extern const F32Kernels f32_neon;
#else
extern const F32Kernels f32_avx512, f32_avx2;
#endif

// The kernels that are number `choice` among those for this processor, the fastest first; NULL: there are fewer.
const F32Kernels *luthier_f32(int choice);
