// Threads take pieces of work as they get done: one that another program holds up does not hold up the others.
#pragma once
#include <stdatomic.h>
#include <stdint.h>

// The number of the next piece; not below `pieces` when nothing is left. The last thread to hear so lets the node begin
// anew.
static inline int64_t next_piece(atomic_int_least64_t *next, int64_t pieces, int threads) {
    const int64_t piece = atomic_fetch_add(next, 1);
    if (piece == pieces + threads - 1) atomic_store(next, 0);
    return piece;
}
