// The exponential, for softmax, silu and tanh. Included after f32_tile-inl.h.
#pragma once
#include "f32_tile-inl.h"

// exp(x) by 2^n e^r with n whole and |r| <= ln 2 / 2, e^r by its Taylor series: off by 1e-7 at most. 0 below -87.
ALWAYS_INLINE Floats exponential(Floats x) {
    const float rounder = 12582912;  // 1.5 * 2^23: adding it moves a number's integer part into the last bits
    const Floats whole = x * 1.44269504f + rounder, n = whole - rounder;
    const Floats r = (x - n * 0.693359375f) - n * -2.12194440e-4f;  // ln 2 in two parts, the first exact in few bits
    Floats e = r * (1.f / 720) + 1.f / 120;
    e = e * r + 1.f / 24;
    e = e * r + 1.f / 6;
    e = e * r + 0.5f;
    e = e * r + 1.f;
    e = e * r + 1.f;
    const Bits is_nothing = (Bits)(x < -87.f);  // false for NaN, which must stay NaN
    return (Floats)(((Bits)e + ((Bits)whole << 23)) & ~is_nothing);
}

ALWAYS_INLINE float largest_of(Floats x) {
    float largest = x[0];
    for (int i = 1; i < LANES; i++) largest = x[i] > largest ? x[i] : largest;
    return largest;
}
