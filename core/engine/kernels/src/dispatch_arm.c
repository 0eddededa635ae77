// Which kernels this ARM64 processor can run: asks its system. All have NEON itself.
#if defined(__APPLE__)
#include <sys/sysctl.h>
#elif !defined(_WIN32)
#include <sys/auxv.h>
#endif

#include "dispatch.h"
#include "f32.h"

typedef struct {
    int dotprod, i8mm, bf16;
} Features;

#if defined(__APPLE__)
static int has(const char *feature) {
    int value = 0;
    size_t size = sizeof(value);
    return sysctlbyname(feature, &value, &size, NULL, 0) == 0 && value;
}

static Features features(void) {
    return (Features){
        .dotprod = has("hw.optional.arm.FEAT_DotProd"),
        .i8mm = has("hw.optional.arm.FEAT_I8MM"),
        .bf16 = has("hw.optional.arm.FEAT_BF16"),
    };
}

#elif defined(_WIN32)
// Declared by hand: windows.h has types named INT8 and the like, and older ones lack the last two numbers of winnt.h.
__declspec(dllimport) int IsProcessorFeaturePresent(unsigned long feature);

static Features features(void) {
    return (Features){
        .dotprod = IsProcessorFeaturePresent(43),  // PF_ARM_V82_DP_INSTRUCTIONS_AVAILABLE
        .i8mm = IsProcessorFeaturePresent(66),     // PF_ARM_V82_I8MM_INSTRUCTIONS_AVAILABLE
        .bf16 = IsProcessorFeaturePresent(68),     // PF_ARM_V86_BF16_INSTRUCTIONS_AVAILABLE
    };
}

#else
static Features features(void) {  // bits of the kernel's asm/hwcap.h, which older headers lack
    const unsigned long first = getauxval(AT_HWCAP), second = getauxval(AT_HWCAP2);
    return (Features){
        .dotprod = first >> 20 & 1,
        .i8mm = second >> 13 & 1,
        .bf16 = second >> 14 & 1,
    };
}
#endif

const Kernel *luthier_kernel(int kind, int choice) {
    const Features has = features();
    const Candidate all[] = {
        {&bf16_neonbf16, has.bf16},
        {&int8_i8mm, has.i8mm}, {&int8_dotprod, has.dotprod}, {&int8_neon, 1},
        {&int4_i8mm, has.i8mm}, {&int4_dotprod, has.dotprod}, {&int4_neon, 1},
        {&int6_i8mm, has.i8mm}, {&int6_dotprod, has.dotprod}, {&int6_neon, 1},
    };
    return choose(all, sizeof(all) / sizeof(*all), kind, choice);
}

const F32Kernels *luthier_f32(int choice) { return choice == 0 ? &f32_neon : NULL; }
