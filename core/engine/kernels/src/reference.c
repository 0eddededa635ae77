// What all kernels of this folder compute, one number after another: read this first; each kernel is tested against it.
// Inputs are F32 and stored row by row, a token's or a rank's numbers contiguous; sums are in double. Only products of
// 8 bits and fewer are added up in F32, in the order that all their kernels use: those agree to the bit.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "f32.h"
#include "half.h"
#include "pack.h"
#include "packed.h"

// --- packed weights: w = scale (q - zero point) - min

static double from_bf16(uint16_t bits) {
    const uint32_t wide = (uint32_t)bits << 16;
    float value;
    memcpy(&value, &wide, 4);
    return value;
}

static double to_bf16(float value) {  // to nearest, ties to even
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return from_bf16((uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
}

typedef struct {
    int q;  // without the zero point
    float scale, min;
} Number;

// Number k of a row, read from its panel.
static Number number_at(int kind, const uint8_t *panels, int64_t rows, int64_t depth, int64_t row, int64_t k) {
    const int64_t block = row / NR * (depth / BLOCK) + k / BLOCK, i = k % BLOCK, r = row % NR;
    const int64_t line = kind == INT4 ? block * NIBBLE_QUADS + i / KR % NIBBLE_QUADS : block * QUADS + i / KR;
    const int byte = panels[line * LINE + r * KR + i % KR];
    const uint16_t *scales = (const uint16_t *)(panels + rows * depth / (kind == INT4 ? 2 : 1));
    if (kind == INT4) {
        const int q = i < BLOCK / 2 ? byte & 15 : byte >> 4;
        return (Number){q, from_f16(scales[block * 2 * NR + r]), from_f16(scales[(block * 2 + 1) * NR + r])};
    }
    if (kind == INT6) {
        const int64_t sub_block = block * SUB_BLOCKS + i / (BLOCK / SUB_BLOCKS);
        return (Number){byte - ZERO_POINT_6, from_f16(scales[sub_block * NR + r]), 0};
    }
    return (Number){byte - ZERO_POINT_8, from_f16(scales[block * NR + r]), 0};
}

static double weight_at(int kind, const uint8_t *panels, int64_t rows, int64_t depth, int64_t row, int64_t k) {
    if (kind == BF16)
        return from_bf16(((const uint16_t *)panels)[((row / NR * depth + k) / 2 * NR + row % NR) * 2 + k % 2]);
    const Number w = number_at(kind, panels, rows, depth, row, k);
    return (double)w.scale * w.q - w.min;
}

// The values of a packed weight: w [rows][depth].
void reference_dequantize(int kind, const uint8_t *panels, int64_t rows, int64_t depth, double *w) {
    for (int64_t row = 0; row < rows; row++)
        for (int64_t k = 0; k < depth; k++) w[row * depth + k] = weight_at(kind, panels, rows, depth, row, k);
}

// A token's block in 8 bits: the largest becomes 127. -> The scale.
static float round_block(const float *x, int *q) {
    float largest = 0;
    for (int k = 0; k < BLOCK; k++) largest = fmaxf(largest, fabsf(x[k]));
    const float inverse = largest > 1e-30f ? 127 / largest : 0;
    for (int k = 0; k < BLOCK; k++) q[k] = (int)rintf(x[k] * inverse);
    return largest * (1.0f / 127);
}

// One row times one token, rounded to 8 bits.
static float dot_of_integers(int kind, const Number *w, const float *x, int64_t depth) {
    const int part = kind == INT6 ? BLOCK / SUB_BLOCKS : BLOCK;  // numbers that share a scale
    float sum = 0;
    for (int64_t k = 0; k < depth; k += BLOCK) {
        int q[BLOCK];
        const float scale = round_block(x + k, q);
        for (int first = 0; first < BLOCK; first += part) {
            const Number *here = w + k + first;
            int total = 0, sum_of_x = 0;
            for (int i = 0; i < part; i++) {
                total += here[i].q * q[first + i];
                sum_of_x += q[first + i];
            }
            sum = fmaf((float)total, here->scale * scale, sum);
            if (kind == INT4) sum = fmaf(here->min, scale * -(float)sum_of_x, sum);
        }
    }
    return sum;
}

// y [tokens][rows] = W x. in_bf16: like AMX's integer kernels, with weights and tokens rounded to BF16.
void reference_product(int kind, int in_bf16, const uint8_t *panels, int64_t rows, int64_t depth, const float *x,
                       int64_t tokens, double *y) {
    for (int64_t row = 0; row < rows; row++) {
        Number numbers[depth];
        double w[depth];
        for (int64_t k = 0; k < depth; k++) {
            w[k] = to_bf16((float)weight_at(kind, panels, rows, depth, row, k));
            if (kind != BF16) numbers[k] = number_at(kind, panels, rows, depth, row, k);
        }
        for (int64_t t = 0; t < tokens; t++) {
            double sum = 0;
            for (int64_t k = 0; k < depth && in_bf16; k++) sum += w[k] * to_bf16(x[t * depth + k]);
            y[t * rows + row] = in_bf16 ? sum : dot_of_integers(kind, numbers, x + t * depth, depth);
        }
    }
}

// --- attention: q, o [T][heads][d], k, v [T][kv_heads][d]; mask [3][T]: query t attends to the keys
// mask[1][t] .. mask[2][t] - 1, which may be empty, and mask[0][t] .. t; sinks: NULL, or one more score of each head,
// without a value

static double dot(const float *a, const float *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)a[i] * b[i];
    return sum;
}

static void add(double *to, double factor, const float *x, int n) {
    for (int i = 0; i < n; i++) to[i] += factor * x[i];
}

// go: the gradient of o. Outputs must be zero at the start.
void reference_attention(const AttentionArgs *a, const float *q, const float *k, const float *v, const int32_t *mask,
                         const float *sinks, const float *go, double *o, double *dq, double *dk, double *dv) {
    for (int head = 0; head < a->heads; head++)
        for (int t = 0; t < a->tokens; t++) {
            const int d = a->head_dim, own = mask[t], shared = mask[a->tokens + t];
            const int n_shared = mask[2 * a->tokens + t] - shared, n = n_shared + t + 1 - own;
            const size_t at = ((size_t)t * a->heads + head) * d;
            size_t keys[n];
            double p[n], slope[n], dp[n], largest = -INFINITY, total = 0, mean = 0;
            for (int i = 0; i < n; i++) {
                const int key = i < n_shared ? shared + i : own + i - n_shared;
                keys[i] = ((size_t)key * a->kv_heads + head * a->kv_heads / a->heads) * d;
                const double s = a->scale * dot(q + at, k + keys[i], d), capped = a->cap != 0 ? tanh(s / a->cap) : 0;
                p[i] = a->cap != 0 ? a->cap * capped : s;
                slope[i] = 1 - capped * capped;
                dp[i] = dot(go + at, v + keys[i], d);
                largest = fmax(largest, p[i]);
            }
            for (int i = 0; i < n; i++) total += p[i] = exp(p[i] - largest);
            if (sinks) total += exp(sinks[head] - largest);
            for (int i = 0; i < n; i++) mean += (p[i] /= total) * dp[i];
            for (int i = 0; i < n; i++) {
                const double ds = p[i] * (dp[i] - mean) * a->scale * slope[i];
                add(o + at, p[i], v + keys[i], d);
                add(dq + at, ds, k + keys[i], d);
                add(dk + keys[i], ds, q + at, d);
                add(dv + keys[i], p[i], go + at, d);
            }
        }
}

// --- LoRA: a, b [rank][d], x, y [T][d], h [T][rank]

void reference_contract(double scale, const float *a, const float *x, int d, int rank, int tokens, double *h) {
    for (int t = 0; t < tokens; t++)
        for (int r = 0; r < rank; r++) h[t * rank + r] = scale * dot(a + r * d, x + t * d, d);
}

void reference_expand(const float *b, const float *h, int d, int rank, int tokens, double *y) {  // y += b h
    for (int t = 0; t < tokens; t++)
        for (int r = 0; r < rank; r++) add(y + t * d, h[t * rank + r], b + r * d, d);
}

void reference_outer(const float *x, const float *h, int d, int rank, int tokens, double *y) {  // [rank][d] += x h^T
    for (int t = 0; t < tokens; t++)
        for (int r = 0; r < rank; r++) add(y + r * d, h[t * rank + r], x + t * d, d);
}

// --- causal convolution of each channel by itself: x, y [T][d], taps [L][d]; tokens read only their own sequence

void reference_conv(const float *x, const float *taps, const int32_t *positions, const float *bias, int d, int length,
                    int tokens, double *y) {
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < d; i++) {
            double sum = bias ? bias[i] : 0;
            for (int j = 0; j < length && j <= positions[t]; j++)
                sum += (double)taps[(length - 1 - j) * d + i] * x[(t - j) * d + i];
            y[t * d + i] = sum;
        }
}

// dx must be zero at the start.
void reference_conv_back(const float *dy, const float *taps, const int32_t *positions, int d, int length, int tokens,
                         double *dx) {
    for (int t = 0; t < tokens; t++)
        for (int j = 0; j < length && j <= positions[t]; j++)
            for (int i = 0; i < d; i++) dx[(t - j) * d + i] += (double)taps[(length - 1 - j) * d + i] * dy[t * d + i];
}

// --- the gated delta rule, token by token: q, k [T][key_heads][d], v, o [T][heads][d], decays [T][heads] (their
// logarithms), beta [T][heads]. Outputs must be zero at the start; states holds (T + 1) d d numbers, those of each
// token after those of earlier ones.

static void delta_back_of(const DeltaArgs *a, int head, const float *q, const float *k, const float *v,
                          const float *decays, const float *beta, const float *go, const double *states, double *dq,
                          double *dk, double *dv, double *d_decays, double *d_beta, const int32_t *positions) {
    const int d = a->width;
    double *ds = calloc((size_t)d * d, sizeof(double));  // of the state after the token
    for (int t = a->tokens - 1; t >= 0; t--) {
        const size_t key = ((size_t)t * a->key_heads + head % a->key_heads) * d, at = (size_t)t * a->heads + head;
        const double *before = states + (size_t)t * d * d, *after = before + (size_t)d * d;
        const double decay = positions[t] == 0 ? 0 : exp(decays[at]);
        double sum_of_decay = 0;
        for (int j = 0; j < d; j++) {
            double held = 0, du = 0;
            for (int i = 0; i < d; i++) {
                held += decay * before[i * d + j] * k[key + i];
                dq[key + i] += a->scale * after[i * d + j] * go[at * d + j];
                ds[i * d + j] += (double)a->scale * q[key + i] * go[at * d + j];
                du += ds[i * d + j] * k[key + i];
            }
            const double left = v[at * d + j] - held, u = beta[at] * left;
            d_beta[at] += du * left;
            dv[at * d + j] += beta[at] * du;
            for (int i = 0; i < d; i++) {
                dk[key + i] += ds[i * d + j] * u - decay * before[i * d + j] * beta[at] * du;
                ds[i * d + j] -= k[key + i] * (beta[at] * du);
                sum_of_decay += ds[i * d + j] * decay * before[i * d + j];
                ds[i * d + j] *= decay;
            }
        }
        d_decays[at] += sum_of_decay;
    }
    free(ds);
}

void reference_delta(const DeltaArgs *a, const float *q, const float *k, const float *v, const float *decays,
                     const float *beta, const int32_t *positions, const float *go, double *states, double *o,
                     double *dq, double *dk, double *dv, double *d_decays, double *d_beta) {
    const int d = a->width;
    for (int head = 0; head < a->heads; head++) {
        memset(states, 0, (size_t)d * d * sizeof(double));
        for (int t = 0; t < a->tokens; t++) {
            const size_t key = ((size_t)t * a->key_heads + head % a->key_heads) * d, at = (size_t)t * a->heads + head;
            const double decay = positions[t] == 0 ? 0 : exp(decays[at]);
            double *before = states + (size_t)t * d * d, *after = before + (size_t)d * d;
            for (int j = 0; j < d; j++) {
                double held = 0;
                for (int i = 0; i < d; i++) held += (after[i * d + j] = decay * before[i * d + j]) * k[key + i];
                const double u = beta[at] * (v[at * d + j] - held);
                for (int i = 0; i < d; i++) {
                    after[i * d + j] += k[key + i] * u;
                    o[at * d + j] += a->scale * after[i * d + j] * q[key + i];
                }
            }
        }
        delta_back_of(a, head, q, k, v, decays, beta, go, states, dq, dk, dv, d_decays, d_beta, positions);
    }
}

// --- one row of d numbers

void reference_norm(const float *x, const float *gain, int d, double eps, double *y) {
    const double r = sqrt(dot(x, x, d) / d + eps);
    for (int i = 0; i < d; i++) y[i] = gain[i] * x[i] / r;
}

void reference_norm_back(const float *dy, const float *x, const float *gain, int d, double eps, double *dx) {
    const double r = sqrt(dot(x, x, d) / d + eps);
    double mean = 0;
    for (int i = 0; i < d; i++) mean += (double)gain[i] * dy[i] * x[i] / d;
    for (int i = 0; i < d; i++) dx[i] = ((double)gain[i] * dy[i] - x[i] * mean / (r * r)) / r;
}

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

void reference_swiglu(const float *gate, const float *up, int d, double *y) {
    for (int i = 0; i < d; i++) y[i] = gate[i] * sigmoid(gate[i]) * up[i];
}

void reference_swiglu_back(const float *dy, const float *gate, const float *up, int d, double *d_gate, double *d_up) {
    for (int i = 0; i < d; i++) {
        const double x = gate[i], s = sigmoid(x);
        d_gate[i] = dy[i] * up[i] * s * (1 + x * (1 - s));
        d_up[i] = dy[i] * x * s;
    }
}

void reference_swiglu_oai(double alpha, double limit, const float *gate, const float *up, int d, double *y) {
    for (int i = 0; i < d; i++) {
        const double x = fmin(gate[i], limit);
        y[i] = x * sigmoid(alpha * x) * (1 + fmax(-limit, fmin(up[i], limit)));
    }
}

void reference_swiglu_oai_back(double alpha, double limit, const float *dy, const float *gate, const float *up, int d,
                               double *d_gate, double *d_up) {
    for (int i = 0; i < d; i++) {
        const double x = fmin(gate[i], limit), y = fmax(-limit, fmin(up[i], limit)), s = sigmoid(alpha * x);
        d_gate[i] = gate[i] > limit ? 0 : dy[i] * (1 + y) * s * (1 + alpha * x * (1 - s));
        d_up[i] = up[i] != y ? 0 : dy[i] * x * s;
    }
}

// -> The loss; gradient: softmax(logits), minus one at the label.
double reference_cross_entropy(const float *logits, int n, int label, double *gradient) {
    float largest = -INFINITY;
    double total = 0;
    for (int i = 0; i < n; i++) largest = fmaxf(largest, logits[i]);
    for (int i = 0; i < n; i++) total += exp((double)logits[i] - largest);
    for (int i = 0; i < n; i++) gradient[i] = exp((double)logits[i] - largest) / total - (i == label);
    return log(total) + largest - logits[label];
}
