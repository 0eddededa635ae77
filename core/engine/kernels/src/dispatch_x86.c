// Which kernels this x86 processor can run.
#include <cpuid.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "dispatch.h"
#include "f32.h"

static int has_avx2(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

static int has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

static int has_avx_vnni(void) {  // bit 4 of EAX in leaf 7, subleaf 1
    unsigned a = 0, b = 0, c = 0, d = 0;
    return has_avx2() && __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 4 & 1);
}

// Bits 22 and 24 of EDX in leaf 7; on Linux also requests memory for AMX's state, once for all threads. Other systems
// are untested.
static int has_amx(void) {
#ifdef __linux__
    enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d >> 22 & 1) && (d >> 24 & 1) &&
           syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0;
#else
    return 0;
#endif
}

const Kernel *luthier_kernel(int kind, int choice) {
    __builtin_cpu_init();
    const int avx2 = has_avx2(), vnni = has_avx_vnni(), avx512 = has_avx512();
    const int avx512vnni = avx512 && __builtin_cpu_supports("avx512vnni");
    const int avx512bf16 = avx512 && __builtin_cpu_supports("avx512bf16"), amx = avx512bf16 && has_amx();
    const Candidate all[] = {
        {&bf16_amx, amx}, {&bf16_avx512bf16, avx512bf16},
        {&int8_amx, amx}, {&int8_avx512vnni, avx512vnni}, {&int8_avxvnni, vnni}, {&int8_avx2, avx2},
        {&int4_amx, amx}, {&int4_avx512vnni, avx512vnni}, {&int4_avxvnni, vnni}, {&int4_avx2, avx2},
        {&int6_amx, amx}, {&int6_avx512vnni, avx512vnni}, {&int6_avxvnni, vnni}, {&int6_avx2, avx2},
    };
    return choose(all, sizeof(all) / sizeof(*all), kind, choice);
}

const F32Kernels *luthier_f32(int choice) {
    __builtin_cpu_init();
    if (has_avx512() && choice-- == 0) return &f32_avx512;
    if (has_avx2() && choice-- == 0) return &f32_avx2;
    return NULL;
}
