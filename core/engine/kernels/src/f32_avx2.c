// 12 of the 16 registers hold the sums of a tile.
#define LANES 8
#define VECTORS 2
enum { TILE = 6, DOT_ROWS = 3, DOT_COLUMNS = 4 };

#include <immintrin.h>

#define load_halves(from) (Floats)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from)))

#include "f32_attention.h"
#include "f32_elementwise.h"
#include "f32_low_rank.h"

const F32Kernels f32_avx2 = {
    "F32 (AVX2)", panels, attend, attend_back, sum_parts, contract, expand, outer, cross_entropy,
    swiglu, swiglu_back, norm, norm_back,
};
