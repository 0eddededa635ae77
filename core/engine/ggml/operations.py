"""ggml's functions that emit a node of a graph, and two that change one, declared as its headers have them. Those that
say no type here are struct ggml_tensor * f(struct ggml_context * ctx, ...), and a, b, c and grad are tensors.
"""

from __future__ import annotations

import ctypes as c

from core.engine.ggml.abi import CONTEXT, TENSOR, Declarations

OPERATIONS: Declarations = {
    # ggml_new_tensor_4d(ctx, enum ggml_type type, int64_t ne0, int64_t ne1, int64_t ne2, int64_t ne3);
    "ggml_new_tensor_4d": (TENSOR, [CONTEXT, c.c_int, c.c_int64, c.c_int64, c.c_int64, c.c_int64]),
    # ggml_reshape_3d(ctx, a, int64_t ne0, int64_t ne1, int64_t ne2);
    "ggml_reshape_3d": (TENSOR, [CONTEXT, TENSOR, c.c_int64, c.c_int64, c.c_int64]),
    # ggml_reshape_4d(ctx, a, int64_t ne0, int64_t ne1, int64_t ne2, int64_t ne3);
    "ggml_reshape_4d": (TENSOR, [CONTEXT, TENSOR, *[c.c_int64] * 4]),
    # ggml_view_3d(ctx, a, int64_t ne0, int64_t ne1, int64_t ne2, size_t nb1, size_t nb2, size_t offset);
    "ggml_view_3d": (
        TENSOR,
        [CONTEXT, TENSOR, c.c_int64, c.c_int64, c.c_int64, c.c_size_t, c.c_size_t, c.c_size_t],
    ),
    # ggml_view_4d(ctx, a, int64_t ne0, int64_t ne1, int64_t ne2, int64_t ne3, size_t nb1, size_t nb2, size_t nb3,
    #              size_t offset);
    "ggml_view_4d": (TENSOR, [CONTEXT, TENSOR, *[c.c_int64] * 4, *[c.c_size_t] * 4]),
    # ggml_permute(ctx, a, int axis0, int axis1, int axis2, int axis3);
    "ggml_permute": (TENSOR, [CONTEXT, TENSOR, c.c_int, c.c_int, c.c_int, c.c_int]),
    # ggml_cont(ctx, a);
    "ggml_cont": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_cpy(ctx, a, b);  the result is a view of b
    "ggml_cpy": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_cast(ctx, a, enum ggml_type type);
    "ggml_cast": (TENSOR, [CONTEXT, TENSOR, c.c_int]),
    # ggml_add(ctx, a, b);
    "ggml_add": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_add_inplace(ctx, a, b);
    "ggml_add_inplace": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_add_id(ctx, a, b, ids);  a [n, used, m], b [n, n_expert], ids I32 [used, m]: to each row of a its row of b
    "ggml_add_id": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR]),
    # ggml_clamp(ctx, a, float min, float max);
    "ggml_clamp": (TENSOR, [CONTEXT, TENSOR, c.c_float, c.c_float]),
    # ggml_step(ctx, a);  1 above zero, else 0
    "ggml_step": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_set_inplace(ctx, a, b, size_t nb1, size_t nb2, size_t nb3, size_t offset);
    "ggml_set_inplace": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_size_t, c.c_size_t, c.c_size_t, c.c_size_t]),
    # ggml_sub(ctx, a, b);
    "ggml_sub": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_mul(ctx, a, b);
    "ggml_mul": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_div(ctx, a, b);
    "ggml_div": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_sqrt(ctx, a);
    "ggml_sqrt": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_repeat_back(ctx, a, b);  sums a over its repetitions of b's shape
    "ggml_repeat_back": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_scale(ctx, a, float s);
    "ggml_scale": (TENSOR, [CONTEXT, TENSOR, c.c_float]),
    # ggml_scale_bias(ctx, a, float s, float b);
    "ggml_scale_bias": (TENSOR, [CONTEXT, TENSOR, c.c_float, c.c_float]),
    # ggml_log(ctx, a);
    "ggml_log": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_exp(ctx, a);
    "ggml_exp": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_softplus(ctx, a);  log(1 + exp(a))
    "ggml_softplus": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_relu(ctx, a);
    "ggml_relu": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_sqr(ctx, a);
    "ggml_sqr": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_tanh(ctx, a);
    "ggml_tanh": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_sigmoid(ctx, a);
    "ggml_sigmoid": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_gelu(ctx, a);
    "ggml_gelu": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_geglu_split(ctx, a, b);  gelu(a) * b
    "ggml_geglu_split": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_silu(ctx, a);
    "ggml_silu": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_silu_back(ctx, a, b);  a: gradient of the output, b: input of the forward pass
    "ggml_silu_back": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_swiglu_split(ctx, a, b);  silu(a) * b
    "ggml_swiglu_split": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_swiglu_oai(ctx, a, b, float alpha, float limit);  x sigmoid(alpha x) (1 + clamped b), x: a up to the limit
    "ggml_swiglu_oai": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_float, c.c_float]),
    # ggml_rms_norm(ctx, a, float eps);
    "ggml_rms_norm": (TENSOR, [CONTEXT, TENSOR, c.c_float]),
    # ggml_rms_norm_back(ctx, a, b, float eps);  a: gradient of the output, b: input of the forward pass
    "ggml_rms_norm_back": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_float]),
    # ggml_mul_mat(ctx, a, b);  a [k, n], b [k, m] -> [n, m]
    "ggml_mul_mat": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_mul_mat_id(ctx, as, b, ids);  as [k, n, n_expert], b [k, 1 or used, m], ids I32 [used, m] -> [n, used, m]
    "ggml_mul_mat_id": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR]),
    # void ggml_mul_mat_set_prec(struct ggml_tensor * a, enum ggml_prec prec);
    "ggml_mul_mat_set_prec": (None, [TENSOR, c.c_int]),
    # ggml_out_prod(ctx, a, b);  a [n, k], b [m, k] -> [n, m]
    "ggml_out_prod": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_get_rows(ctx, a, b);
    "ggml_get_rows": (TENSOR, [CONTEXT, TENSOR, TENSOR]),
    # ggml_set_rows(ctx, a, b, c);  the result is a view of a
    "ggml_set_rows": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR]),
    # ggml_argmax(ctx, a);
    "ggml_argmax": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_argsort_top_k(ctx, a, int k);  a view of the whole order
    "ggml_argsort_top_k": (TENSOR, [CONTEXT, TENSOR, c.c_int]),
    # ggml_pad(ctx, a, int p0, int p1, int p2, int p3);  zeros behind each axis
    "ggml_pad": (TENSOR, [CONTEXT, TENSOR, *[c.c_int] * 4]),
    # ggml_roll(ctx, a, int shift0, int shift1, int shift2, int shift3);  what leaves at one end enters at the other
    "ggml_roll": (TENSOR, [CONTEXT, TENSOR, *[c.c_int] * 4]),
    # ggml_arange(ctx, float start, float stop, float step);
    "ggml_arange": (TENSOR, [CONTEXT, *[c.c_float] * 3]),
    # ggml_repeat_4d(ctx, a, int64_t ne0, int64_t ne1, int64_t ne2, int64_t ne3);
    "ggml_repeat_4d": (TENSOR, [CONTEXT, TENSOR, *[c.c_int64] * 4]),
    # ggml_sum_rows(ctx, a);
    "ggml_sum_rows": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_cumsum(ctx, a);  of each row
    "ggml_cumsum": (TENSOR, [CONTEXT, TENSOR]),
    # ggml_fill(ctx, a, float c);  the shape of a, all c
    "ggml_fill": (TENSOR, [CONTEXT, TENSOR, c.c_float]),
    # ggml_soft_max_ext(ctx, a, mask, float scale, float max_bias);
    "ggml_soft_max_ext": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_float, c.c_float]),
    # ggml_soft_max_ext_inplace(ctx, a, mask, float scale, float max_bias);
    "ggml_soft_max_ext_inplace": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_float, c.c_float]),
    # ggml_soft_max_ext_back_inplace(ctx, a, b, float scale, float max_bias);
    "ggml_soft_max_ext_back_inplace": (TENSOR, [CONTEXT, TENSOR, TENSOR, c.c_float, c.c_float]),
    # void ggml_soft_max_add_sinks(struct ggml_tensor * a, struct ggml_tensor * sinks);  one more score for each head
    "ggml_soft_max_add_sinks": (None, [TENSOR, TENSOR]),
    # ggml_rope_ext(ctx, a, b, c, int n_dims, int mode, int n_ctx_orig, float freq_base, float freq_scale,
    #               float ext_factor, float attn_factor, float beta_fast, float beta_slow);
    "ggml_rope_ext": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR, *[c.c_int] * 3, *[c.c_float] * 6]),
    # ggml_rope_ext_back(ctx, a, b, c, ...);  a: gradient of the output, the rest as ggml_rope_ext
    "ggml_rope_ext_back": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR, *[c.c_int] * 3, *[c.c_float] * 6]),
    # ggml_custom_4d(ctx, enum ggml_type type, int64_t ne0, int64_t ne1, int64_t ne2, int64_t ne3,
    #                struct ggml_tensor ** args, int n_args, ggml_custom_op_t fun, int n_tasks, void * userdata);
    "ggml_custom_4d": (
        TENSOR,
        [CONTEXT, c.c_int, *[c.c_int64] * 4, c.POINTER(TENSOR), c.c_int, c.c_void_p, c.c_int, c.c_void_p],
    ),
    # ggml_custom_inplace(ctx, a, args, int n_args, ggml_custom_op_t fun, int n_tasks, void * userdata);
    "ggml_custom_inplace": (
        TENSOR,
        [CONTEXT, TENSOR, c.POINTER(TENSOR), c.c_int, c.c_void_p, c.c_int, c.c_void_p],
    ),
    # ggml_opt_step_adamw(ctx, a, grad, m, v, adamw_params);
    "ggml_opt_step_adamw": (TENSOR, [CONTEXT, TENSOR, TENSOR, TENSOR, TENSOR, TENSOR]),
}
