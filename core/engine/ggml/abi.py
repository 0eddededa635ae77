"""The part of ggml's C interface that we call, declared as in ggml 0.25.3's headers.

Handles (contexts, graphs, buffers, tensors) are plain addresses. We only touch struct fields that we read.
"""

from __future__ import annotations

import ctypes as c
from typing import Any

VERSION = "0.25.3"  # ggml_version(); the structs below are this version's

F32, F16, I8, I32, BF16, Q8_0, Q6_K = 0, 1, 24, 26, 30, 8, 14  # enum ggml_type
ALL_THREADS = -1  # GGML_N_TASKS_MAX
FLAG_PARAM = 4  # GGML_TENSOR_FLAG_PARAM of enum ggml_tensor_flag
MAX_DIMS, MAX_SRC, MAX_OP_PARAMS, MAX_NAME = 4, 10, 64, 64

PREC_F32 = 10  # GGML_PREC_F32 of enum ggml_prec
DEVICE_CPU, DEVICE_IGPU, DEVICE_ACCEL = 0, 2, 3  # of enum ggml_backend_dev_type; IGPU: in the computer's own memory

CONTEXT = GRAPH = TENSOR = BUFFER = BUFFER_TYPE = BACKEND = DEVICE = ALLOCATOR = c.c_void_p


Declarations = dict[str, tuple[Any, list[Any]]]  # of functions, by name: return type and argument types


class InitParams(c.Structure):
    """struct ggml_init_params { size_t mem_size; void * mem_buffer; bool no_alloc; };"""

    _fields_ = (("mem_size", c.c_size_t), ("mem_buffer", c.c_void_p), ("no_alloc", c.c_bool))


class TensorStruct(c.Structure):
    """struct ggml_tensor (ggml.h): sizes, strides and where the data lies."""

    _fields_ = (
        ("type", c.c_int),
        ("buffer", c.c_void_p),
        ("ne", c.c_int64 * MAX_DIMS),
        ("nb", c.c_size_t * MAX_DIMS),
        ("op", c.c_int),
        ("op_params", c.c_int32 * (MAX_OP_PARAMS // 4)),
        ("flags", c.c_int32),
        ("src", c.c_void_p * MAX_SRC),
        ("view_src", c.c_void_p),
        ("view_offs", c.c_size_t),
        ("data", c.c_void_p),
        ("name", c.c_char * MAX_NAME),
        ("extra", c.c_void_p),
        ("padding", c.c_char * 8),
    )


class TypeTraits(c.Structure):
    """struct ggml_type_traits (ggml.h): block layout and the row conversions."""

    _fields_ = (
        ("type_name", c.c_char_p),
        ("blck_size", c.c_int64),
        ("blck_size_interleave", c.c_int64),
        ("type_size", c.c_size_t),
        ("is_quantized", c.c_bool),
        # typedef void (*ggml_to_float_t)(const void * x, float * y, int64_t k);
        ("to_float", c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.c_int64)),
        # typedef void (*ggml_from_float_t)(const float * x, void * y, int64_t k);
        ("from_float_ref", c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.c_int64)),
    )


# typedef void (*ggml_log_callback)(enum ggml_log_level level, const char * text, void * user_data);
LOG_CALLBACK = c.CFUNCTYPE(None, c.c_int, c.c_char_p, c.c_void_p)
LOG_ERROR = 4  # GGML_LOG_LEVEL_ERROR


class GraphView(c.Structure):
    """struct ggml_cgraph (ggml-impl.h). We read nothing of it: this only reserves room for it, and more."""

    _fields_ = (("opaque", c.c_char * 256),)


BASE: Declarations = {
    # --- library and types
    # const char * ggml_version(void);
    "ggml_version": (c.c_char_p, []),
    # void ggml_log_set(ggml_log_callback log_callback, void * user_data);
    "ggml_log_set": (None, [LOG_CALLBACK, c.c_void_p]),
    # size_t ggml_tensor_overhead(void);
    "ggml_tensor_overhead": (c.c_size_t, []),
    # size_t ggml_graph_overhead_custom(size_t size, bool grads);
    "ggml_graph_overhead_custom": (c.c_size_t, [c.c_size_t, c.c_bool]),
    # const struct ggml_type_traits * ggml_get_type_traits(enum ggml_type type);
    "ggml_get_type_traits": (c.POINTER(TypeTraits), [c.c_int]),
    # size_t ggml_row_size(enum ggml_type type, int64_t ne);
    "ggml_row_size": (c.c_size_t, [c.c_int, c.c_int64]),
    # size_t ggml_quantize_chunk(enum ggml_type type, const float * src, void * dst, int64_t start, int64_t nrows,
    #                            int64_t n_per_row, const float * imatrix);
    "ggml_quantize_chunk": (
        c.c_size_t,
        [c.c_int, c.c_void_p, c.c_void_p, c.c_int64, c.c_int64, c.c_int64, c.c_void_p],
    ),
    # ggml_abort_callback_t ggml_set_abort_callback(ggml_abort_callback_t callback);
    "ggml_set_abort_callback": (c.c_void_p, [c.c_void_p]),
    # bool ggml_quantize_requires_imatrix(enum ggml_type type);
    "ggml_quantize_requires_imatrix": (c.c_bool, [c.c_int]),
    # --- contexts and graphs
    # struct ggml_context * ggml_init(struct ggml_init_params params);
    "ggml_init": (CONTEXT, [InitParams]),
    # void ggml_free(struct ggml_context * ctx);
    "ggml_free": (None, [CONTEXT]),
    # struct ggml_cgraph * ggml_new_graph_custom(struct ggml_context * ctx, size_t size, bool grads);
    "ggml_new_graph_custom": (GRAPH, [CONTEXT, c.c_size_t, c.c_bool]),
    # void ggml_build_forward_expand(struct ggml_cgraph * cgraph, struct ggml_tensor * tensor);
    "ggml_build_forward_expand": (None, [GRAPH, TENSOR]),
    # int ggml_graph_n_nodes(struct ggml_cgraph * cgraph);
    "ggml_graph_n_nodes": (c.c_int, [GRAPH]),
    # struct ggml_tensor * ggml_graph_node(struct ggml_cgraph * cgraph, int i);
    "ggml_graph_node": (TENSOR, [GRAPH, c.c_int]),
    # struct ggml_cgraph ggml_graph_view(struct ggml_cgraph * cgraph, int i0, int i1);  nodes i0 .. i1 alone
    "ggml_graph_view": (GraphView, [GRAPH, c.c_int, c.c_int]),
    # const char * ggml_op_desc(const struct ggml_tensor * t);
    "ggml_op_desc": (c.c_char_p, [TENSOR]),
    # struct ggml_tensor * ggml_get_first_tensor(const struct ggml_context * ctx);
    "ggml_get_first_tensor": (TENSOR, [CONTEXT]),
    # struct ggml_tensor * ggml_get_next_tensor(const struct ggml_context * ctx, struct ggml_tensor * tensor);
    "ggml_get_next_tensor": (TENSOR, [CONTEXT, TENSOR]),
    # size_t ggml_nbytes(const struct ggml_tensor * tensor);
    "ggml_nbytes": (c.c_size_t, [TENSOR]),
    # --- memory and backends
    # ggml_gallocr_t ggml_gallocr_new(ggml_backend_buffer_type_t buft);
    "ggml_gallocr_new": (ALLOCATOR, [BUFFER_TYPE]),
    # void ggml_gallocr_free(ggml_gallocr_t galloc);
    "ggml_gallocr_free": (None, [ALLOCATOR]),
    # bool ggml_gallocr_reserve(ggml_gallocr_t galloc, struct ggml_cgraph * graph);
    "ggml_gallocr_reserve": (c.c_bool, [ALLOCATOR, GRAPH]),
    # bool ggml_gallocr_alloc_graph(ggml_gallocr_t galloc, struct ggml_cgraph * graph);
    "ggml_gallocr_alloc_graph": (c.c_bool, [ALLOCATOR, GRAPH]),
    # size_t ggml_gallocr_get_buffer_size(ggml_gallocr_t galloc, int buffer_id);
    "ggml_gallocr_get_buffer_size": (c.c_size_t, [ALLOCATOR, c.c_int]),
    # struct ggml_backend_buffer * ggml_backend_alloc_ctx_tensors(struct ggml_context * ctx, ggml_backend_t backend);
    "ggml_backend_alloc_ctx_tensors": (BUFFER, [CONTEXT, BACKEND]),
    # ggml_backend_buffer_t ggml_backend_cpu_buffer_from_ptr(void * ptr, size_t size);
    "ggml_backend_cpu_buffer_from_ptr": (BUFFER, [c.c_void_p, c.c_size_t]),
    # enum ggml_status ggml_backend_tensor_alloc(ggml_backend_buffer_t buffer, struct ggml_tensor * tensor,
    #                                            void * addr);
    "ggml_backend_tensor_alloc": (c.c_int, [BUFFER, TENSOR, c.c_void_p]),
    # void ggml_backend_buffer_free(ggml_backend_buffer_t buffer);
    "ggml_backend_buffer_free": (None, [BUFFER]),
    # size_t ggml_backend_buffer_get_size(ggml_backend_buffer_t buffer);
    "ggml_backend_buffer_get_size": (c.c_size_t, [BUFFER]),
    # void ggml_backend_buffer_clear(ggml_backend_buffer_t buffer, uint8_t value);
    "ggml_backend_buffer_clear": (None, [BUFFER, c.c_uint8]),
    # ggml_backend_buffer_type_t ggml_backend_get_default_buffer_type(ggml_backend_t backend);
    "ggml_backend_get_default_buffer_type": (BUFFER_TYPE, [BACKEND]),
    # void ggml_backend_tensor_set(struct ggml_tensor * tensor, const void * data, size_t offset, size_t size);
    "ggml_backend_tensor_set": (None, [TENSOR, c.c_void_p, c.c_size_t, c.c_size_t]),
    # void ggml_backend_tensor_get(const struct ggml_tensor * tensor, void * data, size_t offset, size_t size);
    "ggml_backend_tensor_get": (None, [TENSOR, c.c_void_p, c.c_size_t, c.c_size_t]),
    # void ggml_backend_tensor_set_2d(struct ggml_tensor * tensor, const void * data, size_t offset, size_t size,
    #                                 size_t n_copies, size_t stride_tensor, size_t stride_data);
    "ggml_backend_tensor_set_2d": (None, [TENSOR, c.c_void_p, *[c.c_size_t] * 5]),
    # void ggml_backend_tensor_memset(struct ggml_tensor * tensor, uint8_t value, size_t offset, size_t size);
    "ggml_backend_tensor_memset": (None, [TENSOR, c.c_uint8, c.c_size_t, c.c_size_t]),
    # size_t ggml_backend_buft_get_max_size(ggml_backend_buffer_type_t buft);
    "ggml_backend_buft_get_max_size": (c.c_size_t, [BUFFER_TYPE]),
    # bool ggml_backend_supports_op(ggml_backend_t backend, const struct ggml_tensor * op);
    "ggml_backend_supports_op": (c.c_bool, [BACKEND, TENSOR]),
    # void ggml_backend_tensor_copy(const struct ggml_tensor * src, struct ggml_tensor * dst);  between any two buffers
    "ggml_backend_tensor_copy": (None, [TENSOR, TENSOR]),
    # enum ggml_status ggml_backend_graph_compute(ggml_backend_t backend, struct ggml_cgraph * cgraph);
    "ggml_backend_graph_compute": (c.c_int, [BACKEND, GRAPH]),
    # void ggml_backend_free(ggml_backend_t backend);
    "ggml_backend_free": (None, [BACKEND]),
    # --- devices
    # const char * ggml_backend_dev_name(ggml_backend_dev_t device);
    "ggml_backend_dev_name": (c.c_char_p, [DEVICE]),
    # const char * ggml_backend_dev_description(ggml_backend_dev_t device);
    "ggml_backend_dev_description": (c.c_char_p, [DEVICE]),
    # void ggml_backend_dev_memory(ggml_backend_dev_t device, size_t * free, size_t * total);
    "ggml_backend_dev_memory": (None, [DEVICE, c.POINTER(c.c_size_t), c.POINTER(c.c_size_t)]),
    # enum ggml_backend_dev_type ggml_backend_dev_type(ggml_backend_dev_t device);
    "ggml_backend_dev_type": (c.c_int, [DEVICE]),
    # ggml_backend_t ggml_backend_dev_init(ggml_backend_dev_t device, const char * params);
    "ggml_backend_dev_init": (BACKEND, [DEVICE, c.c_char_p]),
}

CPU: Declarations = {
    # ggml_backend_t ggml_backend_cpu_init(void);
    "ggml_backend_cpu_init": (BACKEND, []),
    # void ggml_backend_cpu_set_n_threads(ggml_backend_t backend_cpu, int n_threads);
    "ggml_backend_cpu_set_n_threads": (None, [BACKEND, c.c_int]),
    # void ggml_backend_cpu_set_abort_callback(ggml_backend_t backend_cpu, ggml_abort_callback abort_callback,
    #                                          void * abort_callback_data);  called after each node
    "ggml_backend_cpu_set_abort_callback": (None, [BACKEND, c.c_void_p, c.c_void_p]),
}

# libggml's registry of backends: the CPU, those the library was built with (Metal on a Mac), and plug-ins.
REGISTRY: Declarations = {
    # ggml_backend_reg_t ggml_backend_load(const char * path);
    "ggml_backend_load": (c.c_void_p, [c.c_char_p]),
    # size_t ggml_backend_dev_count(void);
    "ggml_backend_dev_count": (c.c_size_t, []),
    # ggml_backend_dev_t ggml_backend_dev_get(size_t index);
    "ggml_backend_dev_get": (DEVICE, [c.c_size_t]),
}


# Functions that emit a node of a graph, and two that change one. A prototype without a return type means struct
# ggml_tensor * f(struct ggml_context * ctx, ...), and a, b, c and grad are tensors.
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
