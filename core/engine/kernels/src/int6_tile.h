// The tile of products with 6-bit weights, for vectors of any length: as in int8_tile.h, but each half of a block is
// scaled by itself. Included as that is; add_products takes AT_ONCE quads.
#include "int6.h"
#include "tile.h"

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_step = tile->x_step, y_step = tile->y_step;
    Floats sum[TOKENS][MOST];
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? load_floats(tile->y + t * y_step + v * LANES) : same_floats(0);
    for (int half = 0; half < tile->blocks * HALVES; half++) {
        const uint8_t *numbers = tile->numbers + (size_t)half * HALF_QUADS * LINE;
        const HalvedToken *x[TOKENS];
        const int32_t *fours[TOKENS];
        Ints total[TOKENS][MOST];
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            x[t] = (const HalvedToken *)(tile->x + t * x_step) + half / HALVES;
            fours[t] = (const int32_t *)x[t]->numbers + half % HALVES * HALF_QUADS;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = first_total(x[t]->shift[half % HALVES]);
        }
        QUADS_UNROLLED for (int k = 0; k < HALF_QUADS; k += AT_ONCE) {
            Ints w[AT_ONCE][MOST];
            UNROLLED for (int i = 0; i < AT_ONCE; i++)
                UNROLLED for (int v = 0; v < n; v++)
                    w[i][v] = load_ints(numbers + v / OF_STRIP * tile->strip_step + (k + i) * LINE +
                                        v % OF_STRIP * LANES * 4);
            UNROLLED for (int t = 0; t < TOKENS; t++)
                UNROLLED for (int v = 0; v < n; v++) add_products(&total[t][v], w, v, fours[t] + k);
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const Floats scale = load_halves(tile->scales + v / OF_STRIP * tile->scale_step + half * STRIP +
                                             v % OF_STRIP * LANES);
            UNROLLED for (int t = 0; t < TOKENS; t++)
                sum[t][v] = multiply_add(to_floats(total[t][v]), multiply(scale, same_floats(x[t]->scale)), sum[t][v]);
        }
    }
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++) store_floats(tile->y + t * y_step + v * LANES, sum[t][v]);
}
