// As in ggml's rounding to Q8_0, the largest of 32 becomes 127; but the scale stays F32, whose range covers any
// gradient. All processors round to the same bits.
#include "packed.h"

static const float SMALLEST = 1e-30f;  // smaller numbers become zero: 127 / largest must be finite

#ifdef __aarch64__
#include "round_neon-inl.h"
#else
#include "round_avx2-inl.h"
#endif

// Compensates for weights that are stored with a zero point. Wraps if a number is not finite.
static inline int32_t correction_of(int zero_point, int32_t sum) {
    return (int32_t)(-(uint32_t)zero_point * (uint32_t)sum);
}

void round_for_int8(const float *x, int blocks, uint8_t *rounded) {
    TokenBlock8 *to = (TokenBlock8 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        Ints n[VECTORS];
        to->scale = round_block(x + b * BLOCK, n);
        to->correction = correction_of(ZERO_POINT_8, sum_of(n, VECTORS));
        store_bytes(to->numbers, n);
    }
}

#ifndef __aarch64__
void round_to_words8(const float *x, int blocks, uint8_t *rounded) {
    TokenWords8 *to = (TokenWords8 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        Ints n[VECTORS];
        to->scale = round_block(x + b * BLOCK, n);
        to->correction = correction_of(ZERO_POINT_8, sum_of(n, VECTORS));
        store_words(to->numbers, n);
    }
}
#endif

void round_for_int4(const float *x, int blocks, uint8_t *rounded) {
    TokenBlock4 *to = (TokenBlock4 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        Ints n[VECTORS];
        to->scale = round_block(x + b * BLOCK, n);
        to->minus_sum = to->scale * -(float)sum_of(n, VECTORS);
        store_bytes(to->numbers, n);
    }
}

void round_for_int6(const float *x, int blocks, uint8_t *rounded) {
    enum { PART = VECTORS / SUB_BLOCKS };
    TokenBlock6 *to = (TokenBlock6 *)rounded;
    for (int b = 0; b < blocks; b++, to++) {
        Ints n[VECTORS];
        to->scale = round_block(x + b * BLOCK, n);
        for (int s = 0; s < SUB_BLOCKS; s++)
            to->correction[s] = correction_of(ZERO_POINT_6, sum_of(n + s * PART, PART));
        store_bytes(to->numbers, n);
    }
}
