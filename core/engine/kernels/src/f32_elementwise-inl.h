// A step's elementwise operations, in one pass where ggml takes several. Threads take rows. Widths are whole vectors,
// except the logits'.
//
// Included after f32_tile-inl.h; `load_f16` reads LANES numbers in F16.
#include <math.h>

#include "f32_exponential-inl.h"

static float *row_to(struct ggml_tensor *y, int64_t row) { return (float *)((char *)y->data + row * y->nb[1]); }

// Numbers i .. i + LANES of a row in F32 or F16.
ALWAYS_INLINE Floats part_of(const struct ggml_tensor *x, int64_t row, int64_t i) {
    const char *from = (const char *)x->data + row * x->nb[1];
    return x->type == GGML_TYPE_F16 ? load_f16((const uint16_t *)from + i) : load((const float *)from + i);
}

// A row of logits becomes the softmax, minus one at the label. -> The loss, logsumexp(l) - l[label].
static float cross_entropy_of(float *row, int64_t n, int label) {
    const int64_t whole = n / LANES * LANES;
    Floats most = {0}, total = {0}, last = (Floats){0} - INFINITY;  // last: the remainder, padded
    memcpy(&last, row + whole, (n - whole) * sizeof(float));
    most = last;
    for (int64_t i = 0; i < whole; i += LANES) {
        const Floats x = load(row + i);
        most = select_floats((Bits)(x > most), x, most);
    }
    const float largest = largest_of(most), chosen = row[label];
    for (int64_t i = 0; i < whole; i += LANES) {
        const Floats e = exponential(load(row + i) - largest);
        store(row + i, e);
        total += e;
    }
    last = exponential(last - largest);
    const float sum = sum_of(total + last);
    last /= sum;
    for (int64_t i = 0; i < whole; i += LANES) store(row + i, load(row + i) / sum);
    memcpy(row + whole, &last, (n - whole) * sizeof(float));
    row[label] -= 1;
    return largest - chosen + logf(sum);
}

// src: logits [n_vocab, n], labels I32 [n], losses [n] (output) -> dst, in place of the logits: their gradient.
static void cross_entropy(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    const int32_t *labels = dst->src[1]->data;
    float *losses = dst->src[2]->data;
    for (int64_t i = thread; i < dst->ne[1]; i += threads)
        losses[i] = cross_entropy_of(row_to(dst, i), dst->ne[0], labels[i]);
}

ALWAYS_INLINE Floats sigmoid(Floats x) {
    return 1.f / (1.f + exponential(select_floats((Bits)(x < -80.f), (Floats){0} + 80.f, -x)));
}

// src: gate, up [d, T] in F32 or F16 -> dst F32 [d, T]: silu(gate) up.
static void swiglu(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    for (int64_t t = thread; t < dst->ne[1]; t += threads)
        for (int64_t i = 0; i < dst->ne[0]; i += LANES) {
            const Floats gate = part_of(dst->src[0], t, i);
            store(row_to(dst, t) + i, gate * sigmoid(gate) * part_of(dst->src[1], t, i));
        }
}

// src: dy F32, gate, up [d, T] -> dst F32 [d, 2 T]: d gate, then d up. silu'(x) = s (1 + x (1 - s)), s = sigmoid(x).
static void swiglu_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    const int64_t tokens = dst->ne[1] / 2;
    for (int64_t t = thread; t < tokens; t += threads)
        for (int64_t i = 0; i < dst->ne[0]; i += LANES) {
            const Floats dy = part_of(dst->src[0], t, i), x = part_of(dst->src[1], t, i), s = sigmoid(x);
            store(row_to(dst, t) + i, dy * part_of(dst->src[2], t, i) * s * (1.f + x * (1.f - s)));
            store(row_to(dst, tokens + t) + i, dy * x * s);
        }
}

ALWAYS_INLINE Floats at_most(Floats x, float limit) {
    return select_floats((Bits)(x > limit), (Floats){0} + limit, x);
}

// src: gate, up [d, T] in F32 or F16 -> dst F32 [d, T]: x sigmoid(alpha x) (1 + y), where x is gate, at most the limit,
// and y is up, clipped to +-limit.
static void swiglu_oai(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const GatedArgs *a = data;
    for (int64_t t = thread; t < dst->ne[1]; t += threads)
        for (int64_t i = 0; i < dst->ne[0]; i += LANES) {
            const Floats x = at_most(part_of(dst->src[0], t, i), a->limit);
            const Floats y = -at_most(-at_most(part_of(dst->src[1], t, i), a->limit), a->limit);
            store(row_to(dst, t) + i, x * sigmoid(a->alpha * x) * (1.f + y));
        }
}

// src: dy F32, gate, up [d, T] -> dst F32 [d, 2 T]: d gate, then d up, zero beyond the limit.
static void swiglu_oai_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const GatedArgs *a = data;
    const int64_t tokens = dst->ne[1] / 2;
    const Floats zero = {0};
    for (int64_t t = thread; t < tokens; t += threads)
        for (int64_t i = 0; i < dst->ne[0]; i += LANES) {
            const Floats dy = part_of(dst->src[0], t, i), gate = part_of(dst->src[1], t, i);
            const Floats up = part_of(dst->src[2], t, i), x = at_most(gate, a->limit), s = sigmoid(a->alpha * x);
            const Floats y = -at_most(-at_most(up, a->limit), a->limit);
            const Floats d_gate = dy * (1.f + y) * s * (1.f + a->alpha * x * (1.f - s)), d_up = dy * x * s;
            store(row_to(dst, t) + i, select_floats((Bits)(gate > a->limit), zero, d_gate));
            store(row_to(dst, tokens + t) + i, select_floats((Bits)(up != y), zero, d_up));
        }
}

static float root_mean_square(const struct ggml_tensor *x, int64_t t, float eps) {
    double total = 0;
    for (int64_t i = 0; i < x->ne[0]; i += LANES) {
        const Floats part = part_of(x, t, i);
        total += sum_of(part * part);
    }
    return sqrtf((float)(total / x->ne[0]) + eps);
}

// src: x [d, T], gain [d] -> dst [d, T]: gain x / sqrt(mean(x^2) + eps).
static void norm(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const float *gain = dst->src[1]->data, eps = ((const NormArgs *)data)->eps;
    for (int64_t t = thread; t < dst->ne[1]; t += threads) {
        const float factor = 1 / root_mean_square(dst->src[0], t, eps);
        for (int64_t i = 0; i < dst->ne[0]; i += LANES)
            store(row_to(dst, t) + i, part_of(dst->src[0], t, i) * factor * load(gain + i));
    }
}

// src: dy, x [d, T], gain [d] -> dst [d, T]: with r the root mean square and g = gain dy, (g - x mean(g x) / r^2) / r.
static void norm_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const struct ggml_tensor *dy = dst->src[0], *x = dst->src[1];
    const float *gain = dst->src[2]->data, eps = ((const NormArgs *)data)->eps;
    for (int64_t t = thread; t < dst->ne[1]; t += threads) {
        const float r = root_mean_square(x, t, eps);
        double total = 0;
        for (int64_t i = 0; i < dst->ne[0]; i += LANES)
            total += sum_of(part_of(dy, t, i) * load(gain + i) * part_of(x, t, i));
        const float share = (float)(total / dst->ne[0]) / (r * r), factor = 1 / r;
        for (int64_t i = 0; i < dst->ne[0]; i += LANES)
            store(row_to(dst, t) + i, (part_of(dy, t, i) * load(gain + i) - part_of(x, t, i) * share) * factor);
    }
}
