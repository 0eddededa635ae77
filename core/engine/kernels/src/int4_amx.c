// 4 bits by AMX, in BF16 as int8_amx.c does it.
#include "int4.h"
#include "unpack.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int strip = 0; strip < tile->strips; strip++)
        for (int b = 0; b < tile->blocks; b++, numbers += UNPACKED) {
            const uint8_t *held = tile->numbers + strip * tile->strip_step + b * HALF * LINE;
            const uint16_t *scales = tile->scales + strip * tile->scale_step + b * 2 * STRIP;
            const __m512 scale = halves_at(scales);
            const __m512 offset = _mm512_sub_ps(_mm512_setzero_ps(), halves_at(scales + STRIP));
            for (int k = 0; k < HALF; k++) {
                const __m512i eight = _mm512_loadu_si512(held + k * LINE);
                unpack_quad(numbers + 2 * k * LINE, eight, 15, scale, offset);
                unpack_quad(numbers + 2 * (k + HALF) * LINE, _mm512_srli_epi32(eight, 4), 15, scale, offset);
            }
        }
}

const Kernel int4_amx = {
    "int4 (AMX)", INT4, AMX_TOKENS, AMX_PIECE, BLOCK * sizeof(uint16_t), HALF * LINE, 2 * STRIP, round_to_bf16,
    amx_multiply, amx_begin, amx_end, unpack,
};
