// The causal convolution of each channel by itself, over a token and the few before it in its own sequence. Included
// after f32_elementwise-inl.h; widths are whole vectors.

// src: x [d, T] in F32 or F16, taps [d, L], positions I32 [T], and optionally a bias [d]
// -> dst [d, T]: y[t] = bias + sum over j of taps[L - 1 - j] x[t - j], for 0 <= j < L and j <= positions[t].
static void conv(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    const struct ggml_tensor *x = dst->src[0], *bias = dst->src[3];
    const float *taps = dst->src[1]->data;
    const int32_t *positions = dst->src[2]->data;
    const int64_t d = dst->ne[0], tokens = dst->ne[1];
    const int length = (int)dst->src[1]->ne[1];
    for (int64_t t = tokens * thread / threads; t < tokens * (thread + 1) / threads; t++) {
        const int back = smaller(length - 1, positions[t]);
        for (int64_t i = 0; i < d; i += LANES) {
            Floats y = bias ? load((const float *)bias->data + i) : (Floats){0};
            for (int j = 0; j <= back; j++) y += load(taps + (length - 1 - j) * d + i) * part_of(x, t - j, i);
            store(row_to(dst, t) + i, y);
        }
    }
}

// src: dy [d, T], taps [d, L], positions I32 [T] -> dst [d, T]: token t's part in those after it in its sequence,
// dx[t] = sum over j of taps[L - 1 - j] dy[t + j], for 0 <= j < L and j <= positions[t + j].
static void conv_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)data;
    const struct ggml_tensor *dy = dst->src[0];
    const float *taps = dst->src[1]->data;
    const int32_t *positions = dst->src[2]->data;
    const int64_t d = dst->ne[0], tokens = dst->ne[1];
    const int length = (int)dst->src[1]->ne[1];
    for (int64_t t = tokens * thread / threads; t < tokens * (thread + 1) / threads; t++) {
        int ahead = 0;  // positions grow by one until the next sequence begins
        while (ahead < length - 1 && t + ahead + 1 < tokens && positions[t + ahead + 1] > ahead) ahead++;
        for (int64_t i = 0; i < d; i += LANES) {
            Floats dx = {0};
            for (int j = 0; j <= ahead; j++) dx += load(taps + (length - 1 - j) * d + i) * part_of(dy, t + j, i);
            store(row_to(dst, t) + i, dx);
        }
    }
}
