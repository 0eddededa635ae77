// Numbers in F16, one at a time.
#pragma once
#include <stdint.h>

#ifdef __aarch64__
#include <string.h>

static inline float from_f16(uint16_t bits) {
    __fp16 value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

static inline uint16_t to_f16(float value) {  // to nearest, ties to even
    const __fp16 half = (__fp16)value;
    uint16_t bits;
    memcpy(&bits, &half, sizeof(bits));
    return bits;
}
#else
#include <immintrin.h>

static inline float from_f16(uint16_t bits) { return _cvtsh_ss(bits); }
static inline uint16_t to_f16(float value) { return _cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT); }
#endif
