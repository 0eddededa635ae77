// 8 bits by AMX: strips become BF16 in the first cache, and tokens are rounded to BF16, less than 8 bits round them.
// Integers would have to leave AMX's tiles at every block, to be scaled (docs/engine.md, "Tried, and dropped").
#include "int8.h"
#include "unpack.h"

static void unpack(const Tile *tile, uint8_t *numbers) {
    for (int strip = 0; strip < tile->strips; strip++)
        for (int b = 0; b < tile->blocks; b++) {
            const uint8_t *held = tile->numbers + strip * tile->strip_step + b * QUADS * LINE;
            const __m512 scale = halves_at(tile->scales + strip * tile->scale_step + b * STRIP);
            const __m512 offset = _mm512_mul_ps(scale, _mm512_set1_ps(-OFFSET));
            for (int k = 0; k < QUADS; k++, numbers += 2 * LINE)
                unpack_quad(numbers, _mm512_loadu_si512(held + k * LINE), 255, scale, offset);
        }
}

const Kernel int8_amx = {
    "int8 (AMX)", INT8, AMX_TOKENS, AMX_PIECE, BLOCK * sizeof(uint16_t), QUADS * LINE, STRIP, round_to_bf16,
    amx_multiply, amx_begin, amx_end, unpack,
};
