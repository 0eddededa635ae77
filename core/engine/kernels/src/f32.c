// A step's F32 computations, and the sizes of their tiles: sums take 24 of AVX-512's and NEON's 32 registers, 12 of
// AVX2's 16.
#ifdef __aarch64__
#include <arm_neon.h>
#else
#include <immintrin.h>
#endif

#include "isa.h"

#if defined(ISA_NEON)
#define LANES 4
#define TILE_WIDTH 16
enum { MR = 6, DOT_MR = 6, DOT_NR = 4 };
#define load_f16(from) (Floats)vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from)))
#elif defined(ISA_AVX512)
#define LANES 16
#define TILE_WIDTH 64
enum { MR = 6, DOT_MR = 6, DOT_NR = 4 };
#define load_f16(from) (Floats)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from)))
#else
#define LANES 8
#define TILE_WIDTH 16
enum { MR = 6, DOT_MR = 3, DOT_NR = 4 };
#define load_f16(from) (Floats)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from)))
#endif

#include "f32_attention-inl.h"
#include "f32_elementwise-inl.h"
#include "f32_conv-inl.h"
#include "f32_delta_back-inl.h"
#include "f32_low_rank-inl.h"
#include "f32_scan-inl.h"

const F32Kernels EXPORTED(f32) = {
    .name = "F32 (" ISA_TITLE ")",
    .panels = panels,
    .attend = attend,
    .attend_back = attend_back,
    .sum_parts = sum_parts,
    .contract = contract,
    .expand = expand,
    .outer = outer,
    .cross_entropy = cross_entropy,
    .swiglu = swiglu,
    .swiglu_back = swiglu_back,
    .swiglu_oai = swiglu_oai,
    .swiglu_oai_back = swiglu_oai_back,
    .norm = norm,
    .norm_back = norm_back,
    .conv = conv,
    .conv_back = conv_back,
    .scan = scan,
    .scan_back = scan_back,
    .scan_gather = scan_gather,
    .delta = delta,
    .delta_back = delta_back,
    .expand_part = expand_part,
};
