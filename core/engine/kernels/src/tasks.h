// Threads take tasks one by one, so that a thread slowed down by another program does not hold up the others.
#pragma once
#include <stdatomic.h>
#include <stdint.h>

// The number of the next task; at least `tasks` if none is left. The last thread to receive that resets the counter for
// the node's next run.
static inline int64_t next_task(atomic_int_least64_t *next, int64_t tasks, int threads) {
    const int64_t task = atomic_fetch_add(next, 1);
    if (task == tasks + threads - 1) atomic_store(next, 0);
    return task;
}
