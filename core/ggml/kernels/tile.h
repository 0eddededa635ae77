// What the tiles of all types are written with; included after vectors_512.h or vectors_256.h.
#pragma once

// An array stays in registers only if every loop over it is unrolled.
#define UNROLLED _Pragma("GCC unroll 16")
#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { OF_STRIP = STRIP / LANES, MOST = STRIPS * OF_STRIP };  // vectors
