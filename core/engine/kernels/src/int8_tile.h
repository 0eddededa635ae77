// The tile of 8-bit products, for vectors of any length. As sum (w + 128) x = sum w x + 128 sum x, a block's integers
// begin at the token's shift, and are exact when they are scaled into the F32 sums. All kernels add up in the same
// order: they compute the same to the bit.
//
// Before it is included: what vectors_512.h or vectors_256.h define, TOKENS, and the operations on a weight's numbers
// and on a block's integers.
#include "int8.h"
#include "tile.h"

ALWAYS_INLINE void tile_of(const Tile *tile, const int n) {
    const size_t x_step = tile->x_step, y_step = tile->y_step;
    Floats sum[TOKENS][MOST];
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++)
            sum[t][v] = tile->adds ? load_floats(tile->y + t * y_step + v * LANES) : same_floats(0);
    for (int b = 0; b < tile->blocks; b++) {
        const Token *x[TOKENS];
        Ints total[TOKENS][MOST];
        UNROLLED for (int t = 0; t < TOKENS; t++) {
            x[t] = (const Token *)(tile->x + t * x_step) + b;
            UNROLLED for (int v = 0; v < n; v++) total[t][v] = first_total(x[t]->shift);
        }
        const uint8_t *numbers = tile->numbers + (size_t)b * QUADS * LINE;
        QUADS_UNROLLED for (int k = 0; k < QUADS; k++) {
            Ints w[MOST], sizes[MOST];
            UNROLLED for (int v = 0; v < n; v++) {
                const uint8_t *from = numbers + v / OF_STRIP * tile->strip_step + k * LINE + v % OF_STRIP * LANES * 4;
                w[v] = as_multiplied(load_ints(from));
                sizes[v] = size_of(w[v]);
            }
            UNROLLED for (int t = 0; t < TOKENS; t++) {
                const Ints four = same_ints(((const int32_t *)x[t]->numbers)[k]);
                UNROLLED for (int v = 0; v < n; v++) total[t][v] = add_products(total[t][v], w[v], sizes[v], four);
            }
        }
        UNROLLED for (int v = 0; v < n; v++) {
            const Floats scale = load_halves(tile->scales + v / OF_STRIP * tile->scale_step + b * STRIP +
                                             v % OF_STRIP * LANES);
            UNROLLED for (int t = 0; t < TOKENS; t++)
                sum[t][v] = multiply_add(to_floats(total[t][v]), multiply(scale, same_floats(x[t]->scale)), sum[t][v]);
        }
    }
    UNROLLED for (int t = 0; t < TOKENS; t++)
        UNROLLED for (int v = 0; v < n; v++) store_floats(tile->y + t * y_step + v * LANES, sum[t][v]);
}
