// Vectors of NEON, 128 bits, for vectors-inl.h and for the tiles of pairs.
#pragma once
#include <arm_neon.h>

enum { LANES = 4, TILE_PANELS = 1 };  // more sums would not fit into 32 registers

typedef float32x4_t Floats;
typedef int32x4_t Ints;

#define load_floats vld1q_f32
#define store_floats vst1q_f32
#define broadcast_float vdupq_n_f32
#define load_ints(from) vreinterpretq_s32_u8(vld1q_u8(from))
#define broadcast_int vdupq_n_s32
#define zero_ints() vdupq_n_s32(0)
#define to_floats vcvtq_f32_s32
#define multiply vmulq_f32
#define multiply_add(a, b, sum) vfmaq_f32(sum, a, b)
#define load_f16(from) vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(from)))
#define low_nibbles(ints) vreinterpretq_s32_u8(vandq_u8(vreinterpretq_u8_s32(ints), vdupq_n_u8(15)))
#define high_nibbles(ints) vreinterpretq_s32_u8(vshrq_n_u8(vreinterpretq_u8_s32(ints), 4))
#define flip_signs(ints) vreinterpretq_s32_u8(veorq_u8(vreinterpretq_u8_s32(ints), vdupq_n_u8(128)))

// Adds four products of signed bytes to each integer: SDOT, or without it 16-bit products, added up in pairs.
#if defined(ISA_DOTPROD)
#define dot4(total, w, x) vdotq_s32(total, vreinterpretq_s8_s32(w), vreinterpretq_s8_s32(x))
#elif defined(ISA_NEON)
static inline Ints dot4(Ints total, Ints w, Ints x) {
    const int8x16_t a = vreinterpretq_s8_s32(w), b = vreinterpretq_s8_s32(x);
    const Ints low = vpaddlq_s16(vmull_s8(vget_low_s8(a), vget_low_s8(b)));
    return vaddq_s32(total, vpaddq_s32(low, vpaddlq_s16(vmull_high_s8(a, b))));
}
#endif
