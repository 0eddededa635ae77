// Rounding a block of 32 numbers with NEON: see round.c.
#pragma once
#include <arm_neon.h>

#include "packed.h"

enum { VECTORS = BLOCK / 4 };  // of a block
typedef int32x4_t Ints;

static inline int32_t sum_of(const Ints *n, int vectors) {
    Ints numbers = n[0];
    for (int i = 1; i < vectors; i++) numbers = vaddq_s32(numbers, n[i]);
    return vaddvq_s32(numbers);
}

// A block's scale, and its numbers as integers. Compares magnitudes by their bits, with infinity and NaN above all.
static inline float round_block(const float *x, Ints n[VECTORS]) {
    float32x4_t from[VECTORS];
    Ints sizes = vdupq_n_s32(0);
    for (int i = 0; i < VECTORS; i++) {
        from[i] = vld1q_f32(x + i * 4);
        sizes = vmaxq_s32(sizes, vreinterpretq_s32_f32(vabsq_f32(from[i])));
    }
    const float largest = vget_lane_f32(vreinterpret_f32_s32(vdup_n_s32(vmaxvq_s32(sizes))), 0);
    const float inverse = largest > SMALLEST ? 127 / largest : 0;
    for (int i = 0; i < VECTORS; i++) n[i] = vcvtnq_s32_f32(vmulq_n_f32(from[i], inverse));
    return largest * (1.0f / 127);
}

static inline void store_bytes(int8_t *to, const Ints n[VECTORS]) {
    for (int i = 0; i < VECTORS; i += 4) {
        const int16x8_t words = vcombine_s16(vqmovn_s32(n[i]), vqmovn_s32(n[i + 1]));
        const int16x8_t more = vcombine_s16(vqmovn_s32(n[i + 2]), vqmovn_s32(n[i + 3]));
        vst1q_s8(to + i * 4, vcombine_s8(vqmovn_s16(words), vqmovn_s16(more)));
    }
}
