// What core/engine/kernels/interface.py mirrors: constants, sizes and offsets of structs, and examples of formulas. It
// refuses a library that differs.
#include "layout.h"

#include "crash.h"
#include "lost_file.h"
#include "f32.h"
#include "kernel.h"
#include "pack.h"

#define CONSTANT(name) {#name, name}
#define EXAMPLE(formula) {#formula, formula}
#define SIZE(type) {#type, sizeof(type)}
#define FIELD(type, field) {#type "." #field, offsetof(type, field)}

const LayoutEntry luthier_layout[] = {
    CONSTANT(INT8), CONSTANT(BF16), CONSTANT(INT4), CONSTANT(INT6),
    CONSTANT(BLOCK), CONSTANT(NR), CONSTANT(LINE), CONSTANT(WIDTH_STEP), CONSTANT(QUERIES), CONSTANT(KEYS),
    CONSTANT(ROW_PAD), CONSTANT(MASK_ROWS), CONSTANT(SCAN_ROWS), CONSTANT(SCAN_CHUNK), CONSTANT(SCAN_STATE), CONSTANT(DELTA_CHUNK),

    EXAMPLE(WORKSPACE_NUMBERS(100, 64)), EXAMPLE(DQ_NUMBERS(100, 64, 6)), EXAMPLE(DK_NUMBERS(100, 64)),
    EXAMPLE(SCAN_NUMBERS(100, 32)), EXAMPLE(SCAN_GRADIENTS(100, 32, 16, 6, 3)),
    EXAMPLE(DELTA_NUMBERS(64)), EXAMPLE(DELTA_BACK_NUMBERS(100, 64)),

    SIZE(struct ggml_tensor), FIELD(struct ggml_tensor, type), FIELD(struct ggml_tensor, buffer),
    FIELD(struct ggml_tensor, ne), FIELD(struct ggml_tensor, nb), FIELD(struct ggml_tensor, op),
    FIELD(struct ggml_tensor, op_params), FIELD(struct ggml_tensor, flags), FIELD(struct ggml_tensor, src),
    FIELD(struct ggml_tensor, view_src), FIELD(struct ggml_tensor, view_offs), FIELD(struct ggml_tensor, data),
    FIELD(struct ggml_tensor, name), FIELD(struct ggml_tensor, extra), FIELD(struct ggml_tensor, padding),

    SIZE(Kernel), FIELD(Kernel, name), FIELD(Kernel, kind), FIELD(Kernel, mr), FIELD(Kernel, mc),
    FIELD(Kernel, x_bytes), FIELD(Kernel, w_bytes), FIELD(Kernel, scales), FIELD(Kernel, round), FIELD(Kernel, tile),
    FIELD(Kernel, begin), FIELD(Kernel, end), FIELD(Kernel, unpack),

    SIZE(ProductArgs), FIELD(ProductArgs, kernel), FIELD(ProductArgs, blocks), FIELD(ProductArgs, next),
    FIELD(ProductArgs, add_branch),

    SIZE(Submatrix), FIELD(Submatrix, values), FIELD(Submatrix, row_stride), FIELD(Submatrix, depth_stride),
    FIELD(Submatrix, first_row), FIELD(Submatrix, rows), FIELD(Submatrix, first_depth), FIELD(Submatrix, depth),
    FIELD(Submatrix, whole_rows), FIELD(Submatrix, whole_depth),

    SIZE(F32Kernels), FIELD(F32Kernels, name), FIELD(F32Kernels, panels), FIELD(F32Kernels, attend),
    FIELD(F32Kernels, attend_back), FIELD(F32Kernels, sum_parts), FIELD(F32Kernels, contract),
    FIELD(F32Kernels, expand), FIELD(F32Kernels, outer), FIELD(F32Kernels, cross_entropy), FIELD(F32Kernels, swiglu),
    FIELD(F32Kernels, swiglu_back), FIELD(F32Kernels, swiglu_oai), FIELD(F32Kernels, swiglu_oai_back),
    FIELD(F32Kernels, norm), FIELD(F32Kernels, norm_back), FIELD(F32Kernels, conv), FIELD(F32Kernels, conv_back), FIELD(F32Kernels, scan),
    FIELD(F32Kernels, scan_back), FIELD(F32Kernels, scan_gather),
    FIELD(F32Kernels, delta), FIELD(F32Kernels, delta_back), FIELD(F32Kernels, expand_part),

    SIZE(AttentionArgs), FIELD(AttentionArgs, head_dim), FIELD(AttentionArgs, heads), FIELD(AttentionArgs, kv_heads),
    FIELD(AttentionArgs, tokens), FIELD(AttentionArgs, parts), FIELD(AttentionArgs, scale), FIELD(AttentionArgs, cap),
    FIELD(AttentionArgs, next),

    SIZE(LowRankArgs), FIELD(LowRankArgs, scale), FIELD(LowRankArgs, next),
    SIZE(NormArgs), FIELD(NormArgs, eps),

    SIZE(ScanArgs), FIELD(ScanArgs, state), FIELD(ScanArgs, width), FIELD(ScanArgs, heads), FIELD(ScanArgs, groups),
    FIELD(ScanArgs, tokens), FIELD(ScanArgs, parts), FIELD(ScanArgs, next),

    SIZE(DeltaArgs), FIELD(DeltaArgs, width), FIELD(DeltaArgs, key_heads), FIELD(DeltaArgs, heads),
    FIELD(DeltaArgs, tokens), FIELD(DeltaArgs, scale), FIELD(DeltaArgs, next),

    SIZE(GatedArgs), FIELD(GatedArgs, alpha), FIELD(GatedArgs, limit),

    SIZE(GraphReader), FIELD(GraphReader, op_desc), FIELD(GraphReader, type_name), FIELD(GraphReader, n_nodes),
    FIELD(GraphReader, node), SIZE(LostFileWords), FIELD(LostFileWords, before), FIELD(LostFileWords, unknown),
    FIELD(LostFileWords, after),
    {0},
};
