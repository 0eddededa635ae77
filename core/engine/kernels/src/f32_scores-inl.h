// The keys that a block of queries attends to, and the softmax of their scores.
//
// The mask is I32 [T, 3]: query q attends to the keys own[q] .. q of its own sequence, and before these to shared[q] ..
// shared_end[q] - 1 of the beginning that it shares with an earlier sequence, which may be empty. own never falls. Keys
// between the two spans belong to other sequences, and are not computed.
#pragma once
#include <math.h>

#include "f32_exponential-inl.h"

// Numbers from .. to, excluding `to`: keys, or columns of scores.
typedef struct {
    int from, to;
} Span;

// A block's queries, and its scores: their columns are keys from `key` on, a multiple of KEYS.
typedef struct {
    int query, n;
    const int32_t *own, *shared, *shared_end;  // of each query of the row
    Span keys[2];                              // of all its queries, by `keys_of`
    int key;
} Block;

// All keys that n queries from t on attend to are in spans[0] and spans[1], which do not overlap; the first may be
// empty.
static void keys_of(const Block *b, int t, int n, Span spans[2]) {
    Span shared = {0, 0}, own = {b->own[b->query + t], b->query + t + n};
    for (int q = b->query + t; q < own.to; q++) {
        if (b->shared[q] >= b->shared_end[q]) continue;
        shared.from = shared.to ? smaller(shared.from, b->shared[q]) : b->shared[q];
        shared.to = larger(shared.to, b->shared_end[q]);
    }
    if (shared.to > own.from) {  // the sequence with that beginning ends among these queries
        own.from = smaller(own.from, shared.from);
        shared.to = shared.from;
    }
    spans[0] = shared;
    spans[1] = own;
}

static Block block_of(const AttentionArgs *a, const int32_t *mask, int index) {
    const int query = index * QUERIES;
    Block b = {query, smaller(QUERIES, a->tokens - query), mask, mask + a->tokens, mask + 2 * a->tokens, {{0}}, 0};
    keys_of(&b, 0, b.n, b.keys);
    b.key = b.keys[b.keys[0].from == b.keys[0].to].from / KEYS * KEYS;
    return b;
}

static int blocks_of(const AttentionArgs *a) { return (a->tokens + QUERIES - 1) / QUERIES; }

// The columns that query t attends to: shared and own keys; and, as two spans without overlap, the whole vectors that
// contain them.
typedef struct {
    Span shared, own, vectors[2];
} Attended;

static Span whole_vectors(Span x) { return (Span){x.from / LANES * LANES, (x.to + LANES - 1) / LANES * LANES}; }

static Attended attended_by(const Block *b, int t) {
    const int q = b->query + t;
    Attended at = {.own = {b->own[q] - b->key, q + 1 - b->key}};
    if (b->shared[q] < b->shared_end[q]) at.shared = (Span){b->shared[q] - b->key, b->shared_end[q] - b->key};
    at.vectors[0] = whole_vectors(at.shared);
    at.vectors[1] = whole_vectors(at.own);
    at.vectors[1].from = larger(at.vectors[0].to, at.vectors[1].from);
    return at;
}

#define FOR_VECTORS(i, at)          \
    for (int w_ = 0; w_ < 2; w_++) \
        for (int i = (at).vectors[w_].from; i < (at).vectors[w_].to; i += LANES)

static void zero(float *row, int from, int to) {
    if (from < to) memset(row + from, 0, (to - from) * sizeof(float));
}

// Zero a row's masked columns, which some products read.
static void zero_masked(const Block *b, float *row, const Attended *at) {
    const Span *v = at->vectors;
    for (int i = 0; i < 2; i++) {
        const int from = b->keys[i].from - b->key, to = b->keys[i].to - b->key;
        zero(row, from, smaller(v[0].from, to));
        zero(row, larger(v[0].to, from), smaller(v[1].from, to));
        zero(row, larger(v[1].to, from), to);
    }
}

static void minus_infinity(float *row, int from, int to) {
    for (int i = from; i < to; i++) row[i] = -INFINITY;
}

// Mask columns within the whole vectors.
static void mask_edges(float *row, const Attended *at) {
    const Span *v = at->vectors;
    minus_infinity(row, v[0].from, at->shared.from);
    minus_infinity(row, at->shared.to, smaller(v[0].to, at->own.from));
    minus_infinity(row, v[1].from, at->own.from);
    minus_infinity(row, at->own.to, v[1].to);
}

// Scores become cap tanh(score scale / cap); slopes: the derivative of that.
static void soft_cap(const AttentionArgs *a, float *row, float *slopes, const Attended *at) {
    FOR_VECTORS(i, *at) {
        const Floats x = load(row + i) * (2 * a->scale / a->cap);
        const Floats t = 1.f - 2.f / (exponential(select_floats((Bits)(x > 80.f), (Floats){0} + 80.f, x)) + 1.f);
        store(row + i, t * a->cap);
        if (slopes) store(slopes + i, 1.f - t * t);
    }
}

// softmax over query t's keys, and the sink, -INFINITY for none; slopes: NULL, or the row's for `soft_cap`.
static void softmax(const AttentionArgs *a, const Block *b, int t, float sink, float *row, float *slopes) {
    const Attended at = attended_by(b, t);
    if (a->cap != 0) soft_cap(a, row, slopes, &at);
    const float scale = a->cap != 0 ? 1 : a->scale;
    mask_edges(row, &at);
    Floats most = (Floats){0} - INFINITY, total = {0};
    FOR_VECTORS(i, at) {
        const Floats x = load(row + i);
        most = select_floats((Bits)(x > most), x, most);
    }
    const float largest = fmaxf(largest_of(most), sink / scale);
    FOR_VECTORS(i, at) {
        const Floats e = exponential((load(row + i) - largest) * scale);
        store(row + i, e);
        total += e;
    }
    const float share = 1 / (sum_of(total) + expf(sink - largest * scale));
    FOR_VECTORS(i, at) store(row + i, load(row + i) * share);
    zero_masked(b, row, &at);
}

// ds = p (dp - sum of p dp) scale, times the slope of `soft_cap`; in place of dp.
static void softmax_back(const AttentionArgs *a, const Block *b, int t, const float *p, float *dp, const float *slopes) {
    const Attended at = attended_by(b, t);
    Floats total = {0};
    FOR_VECTORS(i, at) total += load(p + i) * load(dp + i);
    const float sum = sum_of(total);
    FOR_VECTORS(i, at) {
        const Floats ds = load(p + i) * (load(dp + i) - sum) * a->scale;
        store(dp + i, slopes ? ds * load(slopes + i) : ds);
    }
    zero_masked(b, dp, &at);
}
