// Most sources are compiled several times, once for each instruction set that packaging/setup_kernels.py lists for
// them. It defines ISA, the set's name, and ISA_AVX2 or the like for conditions.
#pragma once

// Exported names include the instruction set: EXPORTED(int8) is int8_avx2.
#define EXPORTED(name) JOIN(name, ISA)
#define JOIN(name, isa) JOIN_NAMES(name, isa)
#define JOIN_NAMES(name, isa) name##_##isa

#if defined(ISA_AMX)
#define ISA_TITLE "AMX"
#elif defined(ISA_AVX512BF16) || defined(ISA_AVX512)
#define ISA_TITLE "AVX-512"
#elif defined(ISA_AVX512VNNI)
#define ISA_TITLE "AVX-512 VNNI"
#elif defined(ISA_AVXVNNI)
#define ISA_TITLE "AVX-VNNI"
#elif defined(ISA_NEON)
#define ISA_TITLE "NEON"
#elif defined(ISA_DOTPROD)
#define ISA_TITLE "NEON DotProd"
#elif defined(ISA_I8MM)
#define ISA_TITLE "NEON I8MM"
#elif defined(ISA_NEONBF16)
#define ISA_TITLE "NEON BF16"
#else
#define ISA_TITLE "AVX2"
#endif
