// The two nodes of a product in ggml's graph: rounding tokens, and multiplying. What a thread reads again soon has to
// fit its caches: the weights of a piece of work the first level, its tokens the second.
#include <string.h>

#include "ggml.h"
#include "kernel.h"
#include "pieces.h"

enum {
    MOST_GROUPS = 8,         // of a piece of work, where tokens are too long to be read again for every group
    TOKEN_BYTES = 512 << 10, // of a piece: what is more does not stay in the second level
    GROUP_BYTES = 28 << 10,  // of a group's numbers that a tile reads, with all tokens of a piece before the next
};

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

size_t luthier_tensor_bytes(void) { return sizeof(struct ggml_tensor); }

// src[0]: x F32 [depth, tokens] -> dst: bytes [a token's blocks or more, tokens, up to a whole tile].
void luthier_round(struct ggml_tensor *dst, int thread, int threads, void *data) {
    const Product *product = data;
    const struct ggml_tensor *x = dst->src[0];
    for (int64_t t = thread; t < dst->ne[1]; t += threads) {
        uint8_t *to = (uint8_t *)dst->data + t * dst->nb[1];
        const float *from = (const float *)((const uint8_t *)x->data + t * x->nb[1]);
        if (t < x->ne[1]) product->kernel->round(from, product->blocks, to);
        else memset(to, 0, dst->nb[1]);
    }
}

// The last tile of a row whose tokens do not fill it.
static void part_of_tile(const Kernel *kernel, Tile tile, int tokens) {
    float y[MOST_TOKENS][GROUP * STRIP] = {{0}};
    float *whole = tile.y;
    const size_t step = tile.y_step, bytes = tile.strips * STRIP * sizeof(float);
    for (int t = 0; t < tokens && tile.adds; t++) memcpy(y[t], whole + t * step, bytes);
    tile.y = y[0];
    tile.y_step = GROUP * STRIP;
    kernel->tile(&tile);
    for (int t = 0; t < tokens; t++) memcpy(whole + t * step, y[t], bytes);
}

// Fetches the lines of sums that the next tile, tokens `first` to `end`, is going to write.
static void expect(const struct ggml_tensor *dst, const Tile *tile, int64_t strip, int64_t first, int64_t end) {
    for (int64_t t = first; t < end; t++)
        for (int v = 0; v < tile->strips; v++)
            __builtin_prefetch((const float *)dst->data + t * dst->ne[0] + (strip + v) * STRIP, 1);
}

// All of the depth, for some groups of strips and a piece of the tokens.
static void piece_of_work(const Product *product, struct ggml_tensor *dst, int64_t first_group, int64_t end_group,
                          int64_t first_token) {
    const Kernel *kernel = product->kernel;
    const int64_t rows = dst->ne[0], blocks = product->blocks;
    const int64_t end = smaller(first_token + kernel->piece_tokens, dst->ne[1]);
    const int64_t most = GROUP_BYTES / (GROUP * (kernel->unpack ? UNPACKED : kernel->number_bytes));
    const int64_t parts = (blocks + most - 1) / most;
    const uint8_t *numbers = dst->src[0]->data, *tokens = dst->src[1]->data;
    const uint16_t *scales = (const uint16_t *)(numbers + rows / STRIP * blocks * kernel->number_bytes);
    Tile tile = {
        .scale_step = blocks * kernel->scales,
        .x_step = dst->src[1]->nb[1],
        .y_step = rows,
    };
    uint8_t unpacked[GROUP_BYTES] __attribute__((aligned(LINE)));
    for (int64_t part = 0; part < parts; part++)
        for (int64_t strip = first_group * GROUP; strip < smaller(end_group * GROUP, rows / STRIP); strip += GROUP) {
            const int64_t first = blocks * part / parts;
            tile.strips = (int)smaller(GROUP, rows / STRIP - strip);
            tile.blocks = (int)(blocks * (part + 1) / parts - first);
            tile.numbers = numbers + (strip * blocks + first) * kernel->number_bytes;
            tile.scales = scales + (strip * blocks + first) * kernel->scales;
            tile.strip_step = blocks * kernel->number_bytes;
            if (kernel->unpack) {
                kernel->unpack(&tile, unpacked);
                tile.numbers = unpacked;
                tile.strip_step = tile.blocks * UNPACKED;
            }
            tile.adds = part > 0;
            for (int64_t t = first_token; t < end; t += kernel->tokens) {
                tile.x = tokens + t * tile.x_step + first * kernel->token_bytes;
                tile.y = (float *)dst->data + t * rows + strip * STRIP;
                if (part == 0) expect(dst, &tile, strip, t + kernel->tokens, smaller(t + 2 * kernel->tokens, end));
                if (t + kernel->tokens <= end) kernel->tile(&tile);
                else part_of_tile(kernel, tile, (int)(end - t));
            }
        }
}

// src[0]: strips, src[1]: rounded tokens -> dst F32 [rows, tokens].
void luthier_multiply(struct ggml_tensor *dst, int thread, int threads, void *data) {
    (void)thread;
    Product *product = data;
    const int64_t groups = (dst->ne[0] / STRIP + GROUP - 1) / GROUP;
    const int64_t tokens = product->kernel->piece_tokens, chunks = (dst->ne[1] + tokens - 1) / tokens;
    const int is_deep = product->blocks * product->kernel->token_bytes * tokens > TOKEN_BYTES;
    const int64_t fair = groups * chunks / (8 * threads);  // 8 pieces for a thread divide evenly enough
    const int64_t step = is_deep && fair > 1 ? smaller(fair, MOST_GROUPS) : 1;
    const int64_t pieces = (groups + step - 1) / step * chunks;
    if (product->kernel->begin) product->kernel->begin();
    for (int64_t piece; (piece = next_piece(&product->next, pieces, threads)) < pieces;)
        piece_of_work(product, dst, piece / chunks * step, (piece / chunks + 1) * step, piece % chunks * tokens);
    if (product->kernel->end) product->kernel->end();
}
