// Packing F32 numbers into panels, part of a weight of whole_rows x whole_depth at a time: `rows` from `first_row` and
// `depth` numbers from `first_depth`, whole panels and whole blocks. Number k of row r is values[r * row_stride + k *
// depth_stride], so that a weight and its transpose are packed from the same rows.
#include <string.h>

#include "half.h"
#include "pack.h"
#include "packed.h"

static inline void gather(const Submatrix *from, int64_t row, int64_t block, float to[BLOCK][NR]) {
    const float *values = from->values + row * from->row_stride + block * BLOCK * from->depth_stride;
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < NR; r++) to[k][r] = values[r * from->row_stride + k * from->depth_stride];
}

// The index of the part's block among all blocks of all panels.
static inline int64_t place_of(const Submatrix *from, int64_t row, int64_t block) {
    return (from->first_row + row) / NR * (from->whole_depth / BLOCK) + from->first_depth / BLOCK + block;
}

// The largest of each row's 32 becomes 127.
static inline void find_scales(float from[BLOCK][NR], uint16_t *scales) {
    float largest[NR] = {0};
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < NR; r++) {
            const float size = from[k][r] < 0 ? -from[k][r] : from[k][r];
            largest[r] = size > largest[r] ? size : largest[r];
        }
    for (int r = 0; r < NR; r++) scales[r] = to_f16(largest[r] / 127);
}

static inline void store_numbers(float from[BLOCK][NR], const uint16_t *scales, uint8_t *to) {
    float inverse[NR];
    for (int r = 0; r < NR; r++) {
        const float scale = from_f16(scales[r]);
        inverse[r] = scale != 0 ? 1 / scale : 0;
    }
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < NR; r++) {
            float number = __builtin_rintf(from[k][r] * inverse[r]);
            number = number > 127 ? 127 : number < -128 ? -128 : number;
            to[k / KR * LINE + r * KR + k % KR] = (uint8_t)((int)number + ZERO_POINT_8);
        }
}

// scales: the file's own, F16 [rows][depth / BLOCK] of the part; its numbers are integers times these, so nothing is
// rounded. NULL: chooses the best.
void luthier_pack_int8(const Submatrix *from, const uint16_t *scales, uint8_t *panels) {
    uint16_t *all_scales = (uint16_t *)(panels + from->whole_rows * from->whole_depth);
    float values[BLOCK][NR];
    for (int64_t row = 0; row < from->rows; row += NR)
        for (int64_t b = 0; b < from->depth / BLOCK; b++) {
            const int64_t place = place_of(from, row, b);
            uint16_t *to = all_scales + place * NR;
            gather(from, row, b, values);
            if (scales == NULL) find_scales(values, to);
            else for (int r = 0; r < NR; r++) to[r] = scales[(row + r) * (from->depth / BLOCK) + b];
            store_numbers(values, to, panels + place * QUADS * LINE);
        }
}

// scales, mins: the file's own, F32 [rows][depth / BLOCK] of the part, so that its numbers are integers.
void luthier_pack_int4(const Submatrix *from, const float *scales, const float *mins, uint8_t *panels) {
    uint16_t *all_scales = (uint16_t *)(panels + from->whole_rows * from->whole_depth / 2);
    float values[BLOCK][NR];
    for (int64_t row = 0; row < from->rows; row += NR)
        for (int64_t b = 0; b < from->depth / BLOCK; b++) {
            const int64_t place = place_of(from, row, b);
            uint8_t *to = panels + place * NIBBLE_QUADS * LINE;
            gather(from, row, b, values);
            memset(to, 0, NIBBLE_QUADS * LINE);
            for (int r = 0; r < NR; r++) {
                const int64_t i = (row + r) * (from->depth / BLOCK) + b;
                const float inverse = scales[i] != 0 ? 1 / scales[i] : 0;
                all_scales[(place * 2) * NR + r] = to_f16(scales[i]);
                all_scales[(place * 2 + 1) * NR + r] = to_f16(mins[i]);
                for (int k = 0; k < BLOCK; k++) {
                    float number = __builtin_rintf((values[k][r] + mins[i]) * inverse);
                    number = number > 15 ? 15 : number < 0 ? 0 : number;
                    const int shift = k < BLOCK / 2 ? 0 : 4;
                    to[k / KR % NIBBLE_QUADS * LINE + r * KR + k % KR] |= (uint8_t)((int)number << shift);
                }
            }
        }
}

// scales: the file's own, F32 [rows][SUB_BLOCKS * depth / BLOCK] of the part, so that its numbers are integers.
void luthier_pack_int6(const Submatrix *from, const float *scales, uint8_t *panels) {
    uint16_t *all_scales = (uint16_t *)(panels + from->whole_rows * from->whole_depth);
    float values[BLOCK][NR];
    for (int64_t row = 0; row < from->rows; row += NR)
        for (int64_t b = 0; b < from->depth / BLOCK; b++) {
            const int64_t place = place_of(from, row, b);
            uint8_t *to = panels + place * QUADS * LINE;
            gather(from, row, b, values);
            for (int r = 0; r < NR; r++)
                for (int s = 0; s < SUB_BLOCKS; s++) {
                    const float scale = scales[((row + r) * (from->depth / BLOCK) + b) * SUB_BLOCKS + s];
                    const float inverse = scale != 0 ? 1 / scale : 0;
                    all_scales[(place * SUB_BLOCKS + s) * NR + r] = to_f16(scale);
                    for (int k = s * BLOCK / SUB_BLOCKS; k < (s + 1) * BLOCK / SUB_BLOCKS; k++) {
                        float number = __builtin_rintf(values[k][r] * inverse);
                        number = number > 31 ? 31 : number < -32 ? -32 : number;
                        to[k / KR * LINE + r * KR + k % KR] = (uint8_t)((int)number + ZERO_POINT_6);
                    }
                }
        }
}

static inline uint16_t to_bf16(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);  // to nearest, ties to even
}

void luthier_pack_bf16(const Submatrix *from, uint8_t *panels) {
    float values[BLOCK][NR];
    for (int64_t row = 0; row < from->rows; row += NR)
        for (int64_t b = 0; b < from->depth / BLOCK; b++) {
            const int64_t place = place_of(from, row, b);
            uint16_t *to = (uint16_t *)panels + place * BLOCK * NR;
            gather(from, row, b, values);
            for (int k = 0; k < BLOCK; k++)
                for (int r = 0; r < NR; r++) to[(k / 2 * NR + r) * 2 + k % 2] = to_bf16(values[k][r]);
        }
}
