// Packing functions for Python (core/engine/kernels/panels.py).
#pragma once
#include <stdint.h>

typedef struct {
    const float *values;
    int64_t row_stride, depth_stride;  // numbers
    int64_t first_row, rows, first_depth, depth, whole_rows, whole_depth;
} Submatrix;
