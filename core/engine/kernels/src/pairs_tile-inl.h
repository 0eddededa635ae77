// A tile by pairs, of any type: tokens are paired once, for all its panels.
//
// Define before including it: Pair, MOST_BLOCKS of them for each of PAIRS, and pair_tokens; tile_of may follow.
#pragma once
#include "pairs-inl.h"

static inline void tile_of(const Tile *half, const Pair *x);

static void tile(const Tile *tile) {
    Pair x[MOST_BLOCKS * PAIRS];
    pair_tokens(tile, x);
    for (int i = 0; i < 2 * tile->panels; i++) {
        const Tile half = half_panel(tile, i);
        tile_of(&half, x);
    }
}
