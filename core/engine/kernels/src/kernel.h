// Products y = W x of a frozen weight with many tokens, faster than ggml's, with the terms of Goto and van de Geijn,
// "Anatomy of High-Performance Matrix Multiplication" (2008), and of BLIS. A tile's sums stay in registers: MR tokens
// times up to PANELS x NR rows of the weight. A task is a thread's unit of work: MC tokens times some such rows, KC of
// the depth at a time. Tokens are rounded first, once for all weights that read them.
//
// Weights are packed once, in panels of NR rows, in the order in which a tile reads them: first the numbers of all
// panels, then (except in BF16) the scales of all panels. KR numbers of each row are contiguous.
#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK = 32,    // numbers of a row or a token that share a scale, as in Q8_0: the unit of depth
    NR = 16,       // rows of a panel: a vector of AVX-512, two of AVX2, four of NEON, a tile register of AMX
    KR = 4,        // in 8 bits: numbers that VPDPBUSD and SDOT multiply and add up at once
    PANELS = 3,    // of a tile at most: with 4 tokens, its sums take 12 of AVX-512's 32 registers
    MOST_MR = 32,  // of any kernel
    MC = 96,       // tasks of PANELS and all tokens would be too few for an even division; a multiple of every MR
    LINE = 64,     // bytes of a cache line: NR x KR, one read of a panel
    QUADS = BLOCK / KR,           // such lines, of a panel's block in 8 bits
    BF16_PANEL = BLOCK * NR * 2,  // bytes of a panel's block in BF16
    KC_BYTES = 28 << 10,          // of a tile's numbers, KC deep: the first level, 32 KiB, holds tokens and sums as well
};

enum { INT8 = 1000, BF16, INT4, INT6 };  // Kernel.kind, beside ggml's types, as in interface.py

// Part of a weight's panels, KC of the depth, and the address of the sums.
typedef struct {
    int panels;              // 1 .. PANELS
    int blocks;              // of depth
    const uint8_t *numbers;  // of the first panel; panels are panel_stride bytes apart
    size_t panel_stride;
    const uint16_t *scales;  // F16, of the first panel; panels are scale_stride numbers apart
    size_t scale_stride;
    const uint8_t *x;  // MR rounded tokens, x_stride bytes apart
    size_t x_stride;
    float *y;  // [tokens][rows]; tokens are y_stride numbers apart
    size_t y_stride;
    int adds;  // y += instead of y =
} Tile;

typedef struct {
    const char *name;  // the type, and the instructions
    int32_t kind;      // INT8, BF16, INT4 or INT6
    int32_t mr;        // tokens of a tile
    int32_t mc;        // tokens of a task
    int32_t x_bytes;   // of a token's block after rounding
    int32_t w_bytes;   // of a panel's block, without scales
    int32_t scales;    // F16 numbers, of a panel's block
    void (*round)(const float *x, int blocks, uint8_t *rounded);
    void (*tile)(const Tile *tile);
    void (*begin)(void);  // on every thread, before tiles are computed; may be NULL
    void (*end)(void);
    // Writes the panels' blocks in BF16, BF16_PANEL bytes each, for `tile` to read; NULL: `tile` reads them packed.
    void (*unpack)(const Tile *tile, uint8_t *numbers);
} Kernel;

// Add b h to rows first .. end of y, for the tokens from .. to: a low-rank branch, b [rows, rank], h [rank, tokens].
struct ggml_tensor;
typedef void AddBranch(struct ggml_tensor *y, const struct ggml_tensor *b, const struct ggml_tensor *h, int first,
                       int end, int from, int to);

// A product in a graph: ggml passes this to `round` and `multiply` at every run. `next`: the next task to do.
typedef struct {
    const Kernel *kernel;
    int64_t blocks;  // of depth
    atomic_int_least64_t next;
    AddBranch *add_branch;  // while the sums are in the cache; NULL: the product has none
} ProductArgs;

#ifdef __aarch64__
extern const Kernel int8_i8mm, int8_dotprod, int8_neon, int4_i8mm, int4_dotprod, int4_neon, int6_i8mm, int6_dotprod,
    int6_neon, bf16_neonbf16;
#else
extern const Kernel int8_amx, int8_avx512vnni, int8_avxvnni, int8_avx2, int4_amx, int4_avx512vnni, int4_avxvnni,
    int4_avx2, int6_amx, int6_avx512vnni, int6_avxvnni, int6_avx2, bf16_amx, bf16_avx512bf16;
#endif

// Number `choice` among the kernels of that kind for this processor, the fastest first; NULL: there are fewer.
const Kernel *luthier_kernel(int kind, int choice);

// Nodes of a graph; `data` is a ProductArgs.
void luthier_round(struct ggml_tensor *dst, int thread, int threads, void *data);
void luthier_multiply(struct ggml_tensor *dst, int thread, int threads, void *data);

void round_for_int8(const float *x, int blocks, uint8_t *rounded);
void round_to_words8(const float *x, int blocks, uint8_t *rounded);
void round_for_int4(const float *x, int blocks, uint8_t *rounded);
void round_for_int6(const float *x, int blocks, uint8_t *rounded);
void round_to_bf16(const float *x, int blocks, uint8_t *rounded);
