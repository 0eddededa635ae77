// Choosing among kernels, for dispatch_x86.c and dispatch_arm.c. Both are compiled for any processor of their
// architecture.
#pragma once
#include "kernel.h"

typedef struct {
    const Kernel *kernel;
    int runs;  // on this processor
} Candidate;

// Number `choice` among the kernels of a kind that run on this processor; NULL: there are fewer.
static inline const Kernel *choose(const Candidate *all, size_t count, int kind, int choice) {
    for (size_t i = 0; i < count; i++)
        if (all[i].runs && all[i].kernel->kind == kind && choice-- == 0) return all[i].kernel;
    return NULL;
}
