// Packing F32 numbers into strips. Number k of row r lies at values[r * row_step + k * depth_step], so that a weight
// and its transpose are packed from the same rows, a band of them at a time: `rows` from `first_row` and `depth`
// numbers from `first_depth` of a weight of whole_rows x whole_depth. Rows are whole strips, depths whole blocks.
#include <immintrin.h>
#include <string.h>

#include "int4.h"
#include "int6.h"

typedef struct {
    const float *values;
    int64_t row_step, depth_step;
    int64_t first_row, rows, first_depth, depth, whole_rows, whole_depth;
} Band;

static inline void gather(const Band *band, int64_t row, int64_t block, float to[BLOCK][STRIP]) {
    const float *from = band->values + row * band->row_step + block * BLOCK * band->depth_step;
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < STRIP; r++) to[k][r] = from[r * band->row_step + k * band->depth_step];
}

// The largest of each row's 32 becomes 127.
static inline void find_scales(float from[BLOCK][STRIP], uint16_t *scales) {
    float largest[STRIP] = {0};
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < STRIP; r++) {
            const float size = from[k][r] < 0 ? -from[k][r] : from[k][r];
            largest[r] = size > largest[r] ? size : largest[r];
        }
    for (int r = 0; r < STRIP; r++) scales[r] = _cvtss_sh(largest[r] / 127, _MM_FROUND_TO_NEAREST_INT);
}

static inline void store_numbers(float from[BLOCK][STRIP], const uint16_t *scales, uint8_t *to) {
    float inverse[STRIP];
    for (int r = 0; r < STRIP; r++) {
        const float scale = _cvtsh_ss(scales[r]);
        inverse[r] = scale != 0 ? 1 / scale : 0;
    }
    for (int k = 0; k < BLOCK; k++)
        for (int r = 0; r < STRIP; r++) {
            float number = __builtin_rintf(from[k][r] * inverse[r]);
            number = number > 127 ? 127 : number < -128 ? -128 : number;
            to[k / 4 * LINE + r * 4 + k % 4] = (uint8_t)((int)number + OFFSET);
        }
}

// scales: the file's own, F16 [rows][depth / BLOCK] of the band, with which its numbers are whole: nothing is rounded.
// NULL: the best.
void luthier_pack_int8(const Band *band, const uint16_t *scales, uint8_t *strips) {
    const int64_t blocks = band->whole_depth / BLOCK;
    uint16_t *all_scales = (uint16_t *)(strips + band->whole_rows * band->whole_depth);
    float values[BLOCK][STRIP];
    for (int64_t row = 0; row < band->rows; row += STRIP)
        for (int64_t b = 0; b < band->depth / BLOCK; b++) {
            const int64_t place = (band->first_row + row) / STRIP * blocks + band->first_depth / BLOCK + b;
            uint16_t *to = all_scales + place * STRIP;
            gather(band, row, b, values);
            if (scales == NULL) find_scales(values, to);
            else for (int r = 0; r < STRIP; r++) to[r] = scales[(row + r) * (band->depth / BLOCK) + b];
            store_numbers(values, to, strips + place * QUADS * LINE);
        }
}

// scales, leasts: the file's own, F32 [rows][depth / BLOCK] of the band, with which its numbers are whole.
void luthier_pack_int4(const Band *band, const float *scales, const float *leasts, uint8_t *strips) {
    const int64_t blocks = band->whole_depth / BLOCK;
    uint16_t *all_scales = (uint16_t *)(strips + band->whole_rows * band->whole_depth / 2);
    float values[BLOCK][STRIP];
    for (int64_t row = 0; row < band->rows; row += STRIP)
        for (int64_t b = 0; b < band->depth / BLOCK; b++) {
            const int64_t place = (band->first_row + row) / STRIP * blocks + band->first_depth / BLOCK + b;
            uint8_t *to = strips + place * HALF * LINE;
            gather(band, row, b, values);
            memset(to, 0, HALF * LINE);
            for (int r = 0; r < STRIP; r++) {
                const int64_t from = (row + r) * (band->depth / BLOCK) + b;
                const float inverse = scales[from] != 0 ? 1 / scales[from] : 0;
                all_scales[(place * 2) * STRIP + r] = _cvtss_sh(scales[from], _MM_FROUND_TO_NEAREST_INT);
                all_scales[(place * 2 + 1) * STRIP + r] = _cvtss_sh(leasts[from], _MM_FROUND_TO_NEAREST_INT);
                for (int k = 0; k < BLOCK; k++) {
                    float number = __builtin_rintf((values[k][r] + leasts[from]) * inverse);
                    number = number > 15 ? 15 : number < 0 ? 0 : number;
                    to[k / 4 % HALF * LINE + r * 4 + k % 4] |= (uint8_t)((int)number << (k < BLOCK / 2 ? 0 : 4));
                }
            }
        }
}

// scales: the file's own, F32 [rows][HALVES * depth / BLOCK] of the band, with which its numbers are whole.
void luthier_pack_int6(const Band *band, const float *scales, uint8_t *strips) {
    const int64_t blocks = band->whole_depth / BLOCK;
    uint16_t *all_scales = (uint16_t *)(strips + band->whole_rows * band->whole_depth);
    float values[BLOCK][STRIP];
    for (int64_t row = 0; row < band->rows; row += STRIP)
        for (int64_t b = 0; b < band->depth / BLOCK; b++) {
            const int64_t place = (band->first_row + row) / STRIP * blocks + band->first_depth / BLOCK + b;
            uint8_t *to = strips + place * QUADS * LINE;
            gather(band, row, b, values);
            for (int r = 0; r < STRIP; r++)
                for (int half = 0; half < HALVES; half++) {
                    const float scale = scales[((row + r) * (band->depth / BLOCK) + b) * HALVES + half];
                    const float inverse = scale != 0 ? 1 / scale : 0;
                    all_scales[(place * HALVES + half) * STRIP + r] = _cvtss_sh(scale, _MM_FROUND_TO_NEAREST_INT);
                    for (int k = half * BLOCK / HALVES; k < (half + 1) * BLOCK / HALVES; k++) {
                        float number = __builtin_rintf(values[k][r] * inverse);
                        number = number > OFFSET_6 - 1 ? OFFSET_6 - 1 : number < -OFFSET_6 ? -OFFSET_6 : number;
                        to[k / 4 * LINE + r * 4 + k % 4] = (uint8_t)((int)number + OFFSET_6);
                    }
                }
        }
}

static inline uint16_t to_bf16(float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);  // to nearest, ties to even
}

void luthier_pack_bf16(const Band *band, uint8_t *strips) {
    const int64_t blocks = band->whole_depth / BLOCK;
    float values[BLOCK][STRIP];
    for (int64_t row = 0; row < band->rows; row += STRIP)
        for (int64_t b = 0; b < band->depth / BLOCK; b++) {
            const int64_t place = (band->first_row + row) / STRIP * blocks + band->first_depth / BLOCK + b;
            uint16_t *to = (uint16_t *)strips + place * BLOCK * STRIP;
            gather(band, row, b, values);
            for (int k = 0; k < BLOCK; k++)
                for (int r = 0; r < STRIP; r++) to[(k / 2 * STRIP + r) * 2 + k % 2] = to_bf16(values[k][r]);
        }
}
