// Unpacking panels of 8 bits and fewer to BF16 for AMX, in vectors of 16 numbers, one of every row. This stays in the
// first cache. Tokens are rounded to BF16, which loses less than 8 bits would. Integers would have to leave AMX's tiles
// at every block for scaling (docs/engine.md, "Tried, and dropped").
#pragma once
#include <immintrin.h>

#include "amx.h"
#include "packed.h"

// Two neighbouring numbers of every row, as a line of a panel in BF16.
static inline void store_pair(uint8_t *line, __m512 first, __m512 second) {
    const __m512i order = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8,  //
                                           23, 7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    _mm512_store_si512(line, _mm512_permutexvar_epi16(order, (__m512i)_mm512_cvtne2ps_pbh(second, first)));
}

static inline __m512 load_f16(const uint16_t *from) {
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)from));
}

// Scale number + offset. The number: the byte of every row's quad at `shift`, its bits given by `mask`.
static inline __m512 number_at(__m512i quads, int shift, int mask, __m512 scale, __m512 offset) {
    const __m512i number = _mm512_and_si512(_mm512_srli_epi32(quads, shift), _mm512_set1_epi32(mask));
    return _mm512_fmadd_ps(_mm512_cvtepi32_ps(number), scale, offset);
}

// A quad of every row, as two lines.
static inline void unpack_quad(uint8_t *lines, __m512i quads, int mask, __m512 scale, __m512 offset) {
    for (int pair = 0; pair < 2; pair++)
        store_pair(lines + pair * LINE, number_at(quads, pair * 16, mask, scale, offset),
                   number_at(quads, pair * 16 + 8, mask, scale, offset));
}
