// What the library says of itself, layout.c.
#pragma once
#include <stdint.h>

typedef struct {
    const char *name;  // NULL: behind the last
    int64_t value;
} LayoutEntry;

extern const LayoutEntry luthier_layout[];
