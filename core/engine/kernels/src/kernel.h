// Products y = W x of a frozen weight with many tokens, faster than ggml's. The sums of a tile, a few tokens and up to
// 48 rows of the weight, stay in registers, as in Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (2008). Tokens are rounded first, once for all weights that read them.
//
// Weights are packed once, in strips of 16 rows, in the order in which a tile reads them: first the numbers of all
// strips, then (but for BF16) the scales of all strips. The unit of depth is Q8_0's block of 32.
#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK = 32,        // numbers of a row or a token that share a scale
    STRIP = 16,        // rows
    GROUP = 3,         // strips that are multiplied together
    MOST_TOKENS = 32,  // of a tile, of any kernel
    PIECE_TOKENS = 96, // groups of strips alone would be too few pieces to divide evenly
    LINE = 64,         // bytes of a cache line: a strip's numbers that are read at once
    UNPACKED = BLOCK * STRIP * 2,  // bytes of a strip's block in BF16
};

enum { INT8 = 1000, BF16, INT4, INT6 };  // Kernel.kind, beside ggml's types, as library.py has them


// Part of a weight's strips, part of the tokens' depth, and where the sums go.
typedef struct {
    int strips;              // 1 .. GROUP
    int blocks;              // of depth
    const uint8_t *numbers;  // of the first strip; the next begins strip_step bytes on
    size_t strip_step;
    const uint16_t *scales;  // F16, of the first strip; the next begins scale_step numbers on
    size_t scale_step;
    const uint8_t *x;  // rounded tokens; the next begins x_step bytes on
    size_t x_step;
    float *y;  // [tokens][rows]; the next token begins y_step numbers on
    size_t y_step;
    int adds;  // y += instead of y =
} Tile;

typedef struct {
    const char *name;  // the type, and the instructions
    int kind;          // INT8, BF16, INT4 or INT6
    int tokens;        // of a tile
    int piece_tokens;  // of a piece of work, whole tiles
    int token_bytes;   // of a token's block after rounding
    int number_bytes;  // of a strip's block
    int scales;        // F16 numbers, of a strip's block
    void (*round)(const float *x, int blocks, uint8_t *rounded);
    void (*tile)(const Tile *tile);
    void (*begin)(void);  // on every thread, before tiles are computed; may be NULL
    void (*end)(void);
    // Writes the strips' blocks in BF16, UNPACKED bytes each, for `tile` to read; NULL: it reads them as they are held.
    void (*unpack)(const Tile *tile, uint8_t *numbers);
} Kernel;

// A product in a graph: what ggml hands to `round` and `multiply` at every run. `next`: the piece of work to be done
// next.
typedef struct {
    const Kernel *kernel;
    int64_t blocks;  // of depth
    atomic_int_least64_t next;
} Product;

extern const Kernel int8_amx, int8_avx512, int8_avxvnni, int8_avx2, int4_amx, int4_avx512, int4_avxvnni, int4_avx2,
    int6_amx, int6_avx512, int6_avxvnni, int6_avx2, bf16_amx, bf16_avx512;

void round_to_int8(const float *x, int blocks, uint8_t *rounded);
void round_to_int4(const float *x, int blocks, uint8_t *rounded);    // 8 bits, for INT4
void round_to_halves(const float *x, int blocks, uint8_t *rounded);  // and for INT6
void round_to_bf16(const float *x, int blocks, uint8_t *rounded);
