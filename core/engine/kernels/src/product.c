// The two nodes of a product in ggml's graph: rounding tokens, and multiplying. Data that a thread soon reads again
// must fit its caches: KC of a task's panels the first level, its MC tokens the second.
#include <string.h>

#include "ggml.h"
#include "kernel.h"
#include "tasks.h"

// A tile is PANELS x NR rows wide.
enum {
    MOST_TILES = 8,           // of a task's rows, if tokens are too long to be read again for every tile
    TOKEN_BYTES = 512 << 10,  // of a task: more would not stay in the second level
};

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

// src[0]: x F32 [depth, tokens] -> dst: bytes [a token's blocks or more, tokens, up to a whole tile].
void luthier_round(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const ProductArgs *product = data;
    const struct ggml_tensor *x = dst->src[0];
    for (int64_t t = thread; t < dst->ne[1]; t += threads) {
        uint8_t *to = (uint8_t *)dst->data + t * dst->nb[1];
        const float *from = (const float *)((const uint8_t *)x->data + t * x->nb[1]);
        if (t < x->ne[1]) product->kernel->round(from, product->blocks, to);
        else memset(to, 0, dst->nb[1]);
    }
}

// The last tile of tokens, if they do not fill it.
static void part_of_tile(const Kernel *kernel, Tile tile, int tokens) {
    float y[MOST_MR][PANELS * NR] = {{0}};
    float *whole = tile.y;
    const size_t stride = tile.y_stride, bytes = tile.panels * NR * sizeof(float);
    for (int t = 0; t < tokens && tile.adds; t++) memcpy(y[t], whole + t * stride, bytes);
    tile.y = y[0];
    tile.y_stride = PANELS * NR;
    kernel->tile(&tile);
    for (int t = 0; t < tokens; t++) memcpy(whole + t * stride, y[t], bytes);
}

// Prefetch the cache lines of the sums that the next tile, tokens `first` to `end`, will write.
static void prefetch(const struct ggml_tensor *dst, const Tile *tile, int64_t panel, int64_t first, int64_t end) {
    for (int64_t t = first; t < end; t++)
        for (int p = 0; p < tile->panels; p++)
            __builtin_prefetch((const float *)dst->data + t * dst->ne[0] + (panel + p) * NR, 1);
}

// All of the depth, for the rows of some tiles and MC tokens.
static void multiply_task(const ProductArgs *product, struct ggml_tensor *dst, int64_t first_tile, int64_t end_tile,
                          int64_t first_token) {
    const Kernel *kernel = product->kernel;
    const int64_t rows = dst->ne[0], blocks = product->blocks;
    const int64_t end = smaller(first_token + kernel->mc, dst->ne[1]);
    const int64_t kc = KC_BYTES / (PANELS * (kernel->unpack ? BF16_PANEL : kernel->w_bytes));
    const int64_t parts = (blocks + kc - 1) / kc;  // of equal depth
    const uint8_t *numbers = dst->src[0]->data, *tokens = dst->src[1]->data;
    const uint16_t *scales = (const uint16_t *)(numbers + rows / NR * blocks * kernel->w_bytes);
    Tile tile = {
        .scale_stride = blocks * kernel->scales,
        .x_stride = dst->src[1]->nb[1],
        .y_stride = rows,
    };
    uint8_t unpacked[KC_BYTES] __attribute__((aligned(LINE)));
    for (int64_t part = 0; part < parts; part++)
        for (int64_t panel = first_tile * PANELS; panel < smaller(end_tile * PANELS, rows / NR); panel += PANELS) {
            const int64_t first = blocks * part / parts;
            tile.panels = (int)smaller(PANELS, rows / NR - panel);
            tile.blocks = (int)(blocks * (part + 1) / parts - first);
            tile.numbers = numbers + (panel * blocks + first) * kernel->w_bytes;
            tile.scales = scales + (panel * blocks + first) * kernel->scales;
            tile.panel_stride = blocks * kernel->w_bytes;
            if (kernel->unpack) {
                kernel->unpack(&tile, unpacked);
                tile.numbers = unpacked;
                tile.panel_stride = tile.blocks * BF16_PANEL;
            }
            tile.adds = part > 0;
            for (int64_t t = first_token; t < end; t += kernel->mr) {
                tile.x = tokens + t * tile.x_stride + first * kernel->x_bytes;
                tile.y = (float *)dst->data + t * rows + panel * NR;
                if (part == 0) prefetch(dst, &tile, panel, t + kernel->mr, smaller(t + 2 * kernel->mr, end));
                if (t + kernel->mr <= end) kernel->tile(&tile);
                else part_of_tile(kernel, tile, (int)(end - t));
            }
            if (product->add_branch && part == parts - 1) {
                const int64_t row = panel * NR;
                product->add_branch(dst, dst->src[2], dst->src[3], row, row + tile.panels * NR, first_token, end);
            }
        }
}

// src[0]: panels, src[1]: rounded tokens, src[2], src[3]: a branch's b and h, or none -> dst F32 [rows, tokens].
void luthier_multiply(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    ProductArgs *product = data;
    const Kernel *kernel = product->kernel;
    const int64_t tiles = (dst->ne[0] / NR + PANELS - 1) / PANELS, chunks = (dst->ne[1] + kernel->mc - 1) / kernel->mc;
    const int is_deep = product->blocks * kernel->x_bytes * kernel->mc > TOKEN_BYTES;
    const int64_t fair = tiles * chunks / (8 * threads);  // 8 tasks per thread are balanced enough
    const int64_t step = is_deep && fair > 1 ? smaller(fair, MOST_TILES) : 1;
    const int64_t tasks = (tiles + step - 1) / step * chunks;
    if (kernel->begin) kernel->begin();
    for (int64_t task; (task = next_task(&product->next, tasks, threads)) < tasks;)
        multiply_task(product, dst, task / chunks * step, (task / chunks + 1) * step, task % chunks * kernel->mc);
    if (kernel->end) kernel->end();
}
