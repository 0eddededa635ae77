// Threads take tasks as they get done: one that another program holds up does not hold up the others.
#pragma once
#include <stdatomic.h>
#include <stdint.h>

// The number of the next task; not below `tasks` when nothing is left. The last thread to hear so lets the node begin
// anew.
static inline int64_t next_task(atomic_int_least64_t *next, int64_t tasks, int threads) {
    const int64_t task = atomic_fetch_add(next, 1);
    if (task == tasks + threads - 1) atomic_store(next, 0);
    return task;
}
