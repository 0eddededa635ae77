// 6 bits by AMX, in BF16 as int8_amx.c does it.
#include "int6.h"
#include "unpack.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int strip = 0; strip < tile->strips; strip++)
        for (int half = 0; half < tile->blocks * HALVES; half++) {
            const uint8_t *held = tile->numbers + strip * tile->strip_step + half * HALF_QUADS * LINE;
            const __m512 scale = halves_at(tile->scales + strip * tile->scale_step + half * STRIP);
            const __m512 offset = _mm512_mul_ps(scale, _mm512_set1_ps(-OFFSET_6));
            for (int k = 0; k < HALF_QUADS; k++, numbers += 2 * LINE)
                unpack_quad(numbers, _mm512_loadu_si512(held + k * LINE), 255, scale, offset);
        }
}

const Kernel int6_amx = {
    "int6 (AMX)", INT6, AMX_TOKENS, AMX_PIECE, BLOCK * sizeof(uint16_t), QUADS * LINE, HALVES * STRIP, round_to_bf16,
    amx_multiply, amx_begin, amx_end, unpack,
};
