// 24 of the 32 registers hold the sums of a tile.
#define LANES 16
#define VECTORS 4
enum { TILE = 6, DOT_ROWS = 6, DOT_COLUMNS = 4 };

#include <immintrin.h>

#define load_halves(from) (Floats)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from)))

#include "f32_attention.h"
#include "f32_elementwise.h"
#include "f32_low_rank.h"

const F32Kernels f32_avx512 = {
    "F32 (AVX-512)", panels, attend, attend_back, sum_parts, contract, expand, outer, cross_entropy,
    swiglu, swiglu_back, norm, norm_back,
};
