// VPMADDUBSW adds two products to 16 bits, which 255 x 127 twice would leave. With the weight's sign moved to the token
// it is 128 x 127 at most. The numbers are made signed again for that: nothing has to be taken off at the end.
#include "vectors_256.h"

enum { TOKENS = 3 };

#define first_total(shift) no_ints()
#define as_multiplied(held) _mm256_xor_si256(held, _mm256_set1_epi8(-128))
#define size_of _mm256_abs_epi8
#define QUADS_UNROLLED _Pragma("GCC unroll 1")  // else GCC puts off sums, and they leave the registers
#define to_floats _mm256_cvtepi32_ps

static inline __m256i add_products(__m256i total, __m256i w, __m256i size, __m256i four) {
    const __m256i pairs = _mm256_maddubs_epi16(size, _mm256_sign_epi8(four, w));
    return _mm256_add_epi32(total, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

#include "int8_tile.h"

const Kernel int8_avx2 = {
    "int8 (AVX2)", INT8, TOKENS, PIECE_TOKENS, TOKEN, QUADS * LINE, STRIP, round_to_int8,
    tile, NULL, NULL, NULL,
};
