// The tile of products with 4-bit weights, for vectors of any length: sum w x = scale sum q x - least sum x, where
// the token's shift is - sum x. Included as int8_tile.h is.
#include "int4.h"
#include "tile.h"

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_step = tile->x_step, y_step = tile->y_step;
    Floats sum[TOKENS][MOST];
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? load_floats(tile->y + t * y_step + v * LANES) : same_floats(0);
    for (int b = 0; b < tile->blocks; b++) {
        const LeastToken *x[TOKENS];
        Ints total[TOKENS][MOST];
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            x[t] = (const LeastToken *)(tile->x + t * x_step) + b;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = no_ints();
        }
        const uint8_t *numbers = tile->numbers + (size_t)b * HALF * LINE;
        QUADS_UNROLLED for (int k = 0; k < HALF; k++) {
            Ints low[MOST], high[MOST];
            UNROLLED for (int v = 0; v < n; v++) {
                high[v] = load_ints(numbers + v / OF_STRIP * tile->strip_step + k * LINE + v % OF_STRIP * LANES * 4);
                low[v] = low_bits(high[v]);
                high[v] = high_bits(high[v]);
            }
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                const Ints four = same_ints(((const int32_t *)x[t]->numbers)[k]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], low[v], four);
            }
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                const Ints four = same_ints(((const int32_t *)x[t]->numbers)[k + HALF]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], high[v], four);
            }
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const uint16_t *scales =
                tile->scales + v / OF_STRIP * tile->scale_step + b * 2 * STRIP + v % OF_STRIP * LANES;
            const Floats scale = load_halves(scales), least = load_halves(scales + STRIP);
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                sum[t][v] = multiply_add(to_floats(total[t][v]), multiply(scale, same_floats(x[t]->scale)), sum[t][v]);
                sum[t][v] = multiply_add(least, same_floats(x[t]->shift), sum[t][v]);
            }
        }
    }
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++) store_floats(tile->y + t * y_step + v * LANES, sum[t][v]);
}
