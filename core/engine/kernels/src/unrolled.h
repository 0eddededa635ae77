// Macros for tiles: an array stays in registers only if every loop over it is unrolled.
#pragma once

#define UNROLLED _Pragma("GCC unroll 16")
#define ALWAYS_INLINE static inline __attribute__((always_inline))
