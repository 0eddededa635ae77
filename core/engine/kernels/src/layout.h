// The library's description of its layout, layout.c.
#pragma once
#include <stdint.h>

typedef struct {
    const char *name;  // NULL: after the last
    int64_t value;
} LayoutEntry;

extern const LayoutEntry luthier_layout[];
