// Mamba-2's recurrence, forward and backward: core/engine/ops/selective_scan.py has the formulas. A task takes
// SCAN_ROWS numbers of a head, each with its row of the state, which stays in the first cache. Backward stores the
// state every SCAN_CHUNK tokens and recomputes those between, a chunk at a time. Included after f32_tile-inl.h; a row
// of the state consists of whole vectors.

// One head's numbers of a row of tokens. Rows of the state: [SCAN_ROWS][n].
typedef struct {
    int n, tokens;
    const float *x, *b, *c, *decay, *step, *dy;  // of the first token; strides between tokens: x_next, heads or y_next
    float skip;  // the share of x that is added to y
    size_t x_next, y_next, heads;
    const int32_t *positions;
} Scan;

// src[0]: x [width heads], then b and then c [n groups], of each token; src[1], src[2]: decays, steps [heads, T].
static Scan scan_of(const ScanArgs *a, struct ggml_tensor *const *src, int head, int row) {
    const float *x = src[0]->data, *b = x + (size_t)a->heads * a->width;
    const int group = head / (a->heads / a->groups);
    return (Scan){
        .n = a->state,
        .tokens = a->tokens,
        .x = x + (size_t)head * a->width + row,
        .b = b + (size_t)group * a->state,
        .c = b + (size_t)(a->groups + group) * a->state,
        .decay = (const float *)src[1]->data + head,
        .step = (const float *)src[2]->data + head,
        .skip = ((const float *)src[4]->data)[head],
        .x_next = src[0]->nb[1] / sizeof(float),
        .y_next = (size_t)a->heads * a->width,
        .heads = a->heads,
        .positions = src[3]->data,
    };
}

// The decay of the state before token t: 0 where a sequence begins.
ALWAYS_INLINE float decay_at(const Scan *s, int t) { return s->positions[t] ? s->decay[t * s->heads] : 0; }

// Write the state after token t into `after`. sums: what y reads of it, for each row; or NULL.
ALWAYS_INLINE void advance(const Scan *s, int t, const float *before, float *after, Floats *sums) {
    const float decay = decay_at(s, t), step = s->step[t * s->heads], *x = s->x + t * s->x_next;
    const float *b = s->b + t * s->x_next, *c = s->c + t * s->x_next;
    for (int i = 0; i < s->n; i += LANES) {
        const Floats added = load(b + i), reads = sums ? load(c + i) : (Floats){0};
        UNROLLED for (int r = 0; r < SCAN_ROWS; r++) {
            const Floats state = load(before + r * s->n + i) * decay + added * (step * x[r]);
            store(after + r * s->n + i, state);
            if (sums) sums[r] += state * reads;
        }
    }
}

// src: x, b and c [width heads + 2 n groups, T], decays, steps [heads, T], positions I32 [T], skip [heads]
// -> y [width, heads, T].
static void scan(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    ScanArgs *a = data;
    const int blocks = a->width / SCAN_ROWS, tasks = a->heads * blocks;
    float state[SCAN_ROWS * SCAN_STATE];
    for (int64_t task; (task = next_task(&a->next, tasks, threads)) < tasks;) {
        const int head = task / blocks, row = task % blocks * SCAN_ROWS;
        const Scan s = scan_of(a, dst->src, head, row);
        float *y = (float *)dst->data + (size_t)head * a->width + row;
        memset(state, 0, SCAN_ROWS * s.n * sizeof(float));
        for (int t = 0; t < s.tokens; t++, y += s.y_next) {
            Floats sums[SCAN_ROWS] = {{0}};
            advance(&s, t, state, state, sums);
            for (int r = 0; r < SCAN_ROWS; r++) y[r] = sum_of(sums[r]) + s.skip * s.x[t * s.x_next + r];
        }
    }
}

// Outputs for the gradients of these rows; b and c [T][n] are those of a part of the heads, added up.
typedef struct {
    float *x, *decay, *step, *b, *c;
    int adds;        // to those of decays and steps: other rows of the head came before
    int adds_to_bc;  // to those of b and c: other rows of the part came before
} ScanGradients;

// Token t's gradients. before: the state before it; carry: the gradient of the state after it from later tokens, which
// becomes that of the state before it.
ALWAYS_INLINE void token_back(const Scan *s, int t, const float *before, float *carry, const ScanGradients *g) {
    const float decay = decay_at(s, t), step = s->step[t * s->heads];
    const float *x = s->x + t * s->x_next, *dy = s->dy + t * s->y_next;
    float *db = g->b + (size_t)t * s->n, *dc = g->c + (size_t)t * s->n;
    Floats read[SCAN_ROWS] = {{0}}, held = {0};
    for (int i = 0; i < s->n; i += LANES) {
        const Floats b = load(s->b + t * s->x_next + i), c = load(s->c + t * s->x_next + i);
        Floats to_b = g->adds_to_bc ? load(db + i) : (Floats){0}, to_c = g->adds_to_bc ? load(dc + i) : (Floats){0};
        UNROLLED for (int r = 0; r < SCAN_ROWS; r++) {
            const Floats old = load(before + r * s->n + i), gradient = load(carry + r * s->n + i) + c * dy[r];
            to_c += (old * decay + b * (step * x[r])) * dy[r];
            to_b += gradient * (step * x[r]);
            read[r] += gradient * b;
            held += gradient * old;
            store(carry + r * s->n + i, gradient * decay);
        }
        store(db + i, to_b);
        store(dc + i, to_c);
    }
    float d_step = g->adds ? g->step[t * s->heads] : 0, d_decay = g->adds ? g->decay[t * s->heads] : 0;
    for (int r = 0; r < SCAN_ROWS; r++) {
        const float sum = sum_of(read[r]);
        g->x[t * s->y_next + r] = step * sum + s->skip * dy[r];
        d_step += x[r] * sum;
    }
    g->step[t * s->heads] = d_step;
    g->decay[t * s->heads] = s->positions[t] ? d_decay + sum_of(held) : 0;
}

// memory: SCAN_NUMBERS.
static void rows_back(const Scan *s, float *memory, const ScanGradients *g) {
    const size_t size = (size_t)SCAN_ROWS * s->n;
    float *state = memory, *carry = state + size, *before = carry + size, *kept = before + SCAN_CHUNK * size;
    memset(state, 0, 2 * size * sizeof(float));
    for (int t = 0; t < s->tokens; t++) {
        if (t % SCAN_CHUNK == 0) memcpy(kept + t / SCAN_CHUNK * size, state, size * sizeof(float));
        advance(s, t, state, state, NULL);
    }
    for (int end = s->tokens, first; end > 0; end = first) {
        first = (end - 1) / SCAN_CHUNK * SCAN_CHUNK;
        memcpy(before, kept + first / SCAN_CHUNK * size, size * sizeof(float));
        for (int t = first; t < end - 1; t++)
            advance(s, t, before + (t - first) * size, before + (t + 1 - first) * size, NULL);
        for (int t = end - 1; t >= first; t--) token_back(s, t, before + (t - first) * size, carry, g);
    }
}

// src: as of `scan`, gradient of y [width, heads, T], memory [SCAN_NUMBERS, threads] -> dst: the gradients of x [width,
// heads, T], decays and steps [heads, T], then for each part and group of b, and then of c [n, T].
static void scan_back(struct ggml_tensor *dst, int thread, int threads, void *data) {
    ScanArgs *a = data;
    const struct ggml_tensor *memory = dst->src[6];
    const int tasks = a->groups * a->parts, heads = a->heads / a->groups;
    const size_t numbers = (size_t)a->heads * a->tokens, piece = (size_t)a->state * a->tokens;
    float *dx = dst->data, *d_decay = dx + numbers * a->width, *d_step = d_decay + numbers, *db = d_step + numbers;
    for (int64_t task; (task = next_task(&a->next, tasks, threads)) < tasks;) {
        const int group = task % a->groups, part = task / a->groups;
        const int begin = group * heads + heads * part / a->parts, end = group * heads + heads * (part + 1) / a->parts;
        for (int head = begin; head < end; head++)
            for (int row = 0; row < a->width; row += SCAN_ROWS) {
                Scan s = scan_of(a, dst->src, head, row);
                s.dy = (const float *)dst->src[5]->data + (size_t)head * a->width + row;
                const ScanGradients g = {
                    .x = dx + (size_t)head * a->width + row,
                    .decay = d_decay + head,
                    .step = d_step + head,
                    .b = db + task * piece,
                    .c = db + (tasks + task) * piece,
                    .adds = row > 0,
                    .adds_to_bc = row > 0 || head > begin,
                };
                rows_back(&s, (float *)((char *)memory->data + thread * memory->nb[1]), &g);
            }
    }
}

// src[0]: scan_back's result -> dst [width heads + 2 n groups, T]: the gradient of x, and of b and c, their parts added
// up.
static void scan_gather(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const ScanArgs *a = data;
    const int pieces = a->groups * a->parts, n = a->state;
    const size_t width = (size_t)a->heads * a->width, piece = (size_t)n * a->tokens;
    const float *dx = dst->src[0]->data, *db = dx + (width + 2 * (size_t)a->heads) * a->tokens;
    for (int t = thread; t < a->tokens; t += threads) {
        float *to = row_to(dst, t);
        memcpy(to, dx + t * width, width * sizeof(float));
        to += width;
        for (int g = 0; g < 2 * a->groups; g++, to += n) {
            const int first = g < a->groups ? g : pieces + g - a->groups;
            for (int i = 0; i < n; i += LANES) {
                Floats sum = {0};
                for (int part = 0; part < a->parts; part++)
                    sum += load(db + (first + part * a->groups) * piece + (size_t)t * n + i);
                store(to + i, sum);
            }
        }
    }
}
