// The kernels that run on this processor against reference.c, as lines: kernel, what is tested, cases, error, bound.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#ifdef _WIN32
#include <malloc.h>
#define aligned_alloc(alignment, size) _aligned_malloc(size, alignment)
#define free _aligned_free
#endif

int is_short;

static uint64_t state;

void seed(uint64_t number) { state = number * 2 + 1; }

static uint32_t next(void) {  // a linear congruence's high bits
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 32);
}

int whole(int from, int to) { return from + (int)(next() % (uint32_t)(to - from)); }

float *normal(size_t n, float size) {
    float *numbers = zeros(n, sizeof(float));
    for (size_t i = 0; i < n; i++) {
        float sum = -2;
        for (int k = 0; k < 4; k++) sum += (float)(next() >> 8) / (1 << 24);
        numbers[i] = sum * 1.7320508f * size;  // four of variance 1 / 12
    }
    return numbers;
}

static void *kept[4096];
static int n_kept;

void *zeros(size_t n, size_t size) {
    if (n_kept == sizeof(kept) / sizeof(*kept)) abort();
    const size_t bytes = (n * size + LINE - 1) / LINE * LINE;
    void *memory = aligned_alloc(LINE, bytes + LINE);  // rather NaN than zeros behind the end
    memset(memory, 0, bytes);
    memset((char *)memory + bytes, 0xff, LINE);
    return kept[n_kept++] = memory;
}

void forget(void) {
    while (n_kept) free(kept[--n_kept]);
}

struct ggml_tensor tensor(enum ggml_type type, const void *data, int64_t ne0, int64_t ne1, int64_t ne2) {
    const size_t size = type == GGML_TYPE_F16 ? 2 : type == GGML_TYPE_I8 ? 1 : 4;
    return (struct ggml_tensor){
        .type = type,
        .ne = {ne0, ne1, ne2, 1},
        .nb = {size, size * ne0, size * ne0 * ne1, size * ne0 * ne1 * ne2},
        .data = (void *)data,
    };
}

typedef struct {
    ggml_custom_op_t node;
    struct ggml_tensor *dst;
    int thread, threads;
    void *data;
} Job;

static void *work(void *job) {
    const Job *j = job;
    j->node(j->dst, j->thread, j->threads, j->data);
    return NULL;
}

void compute(ggml_custom_op_t node, struct ggml_tensor *dst, const struct ggml_tensor *const *src, int threads,
             void *data) {
    pthread_t running[threads];
    Job jobs[threads];
    for (int i = 0; i < GGML_MAX_SRC; i++) dst->src[i] = NULL;
    for (int i = 0; i < GGML_MAX_SRC && src[i]; i++) dst->src[i] = (struct ggml_tensor *)src[i];
    for (int i = 0; i < threads; i++) {
        jobs[i] = (Job){node, dst, i, threads, data};
        if (pthread_create(&running[i], NULL, work, &jobs[i])) abort();
    }
    for (int i = 0; i < threads; i++) pthread_join(running[i], NULL);
}

typedef struct {
    const char *kernel, *what;
    int cases;
    double error, bound;
} Row;

static Row rows[256];
static int n_rows;

void note(const char *kernel, const char *what, double error, double bound) {
    Row *row = rows;
    while (row < rows + n_rows && (strcmp(row->kernel, kernel) || strcmp(row->what, what))) row++;
    if (row == rows + sizeof(rows) / sizeof(*rows)) abort();
    if (row == rows + n_rows) rows[n_rows++] = (Row){kernel, what, 0, 0, bound};
    row->cases++;
    if (!(error <= row->error)) row->error = error;  // NaN stays
}

double error_of(const float *found, const double *truth, size_t n) {
    double off = 0, length = 0;
    for (size_t i = 0; i < n; i++) {
        off += (found[i] - truth[i]) * (found[i] - truth[i]);
        length += truth[i] * truth[i];
    }
    return off == 0 ? 0 : sqrt(off / length);
}

int main(int count, char **words) {
    int only_products = 0;
    for (int i = 1; i < count; i++) {
        is_short |= !strcmp(words[i], "--short");
        only_products |= !strcmp(words[i], "--products");
    }
    test_products();
    const F32Kernels *kernels;
    for (int choice = 0; !only_products && (kernels = luthier_f32(choice)); choice++) {
        test_f32(kernels);
        test_recurrences(kernels);
    }
    for (int i = 0; i < n_rows; i++)
        printf("%s\t%s\t%d\t%g\t%g\n", rows[i].kernel, rows[i].what, rows[i].cases, rows[i].error, rows[i].bound);
    return 0;
}
