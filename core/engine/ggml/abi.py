"""The part of ggml's C interface that we call, each declaration as ggml 0.25.3's headers have it. What emits a
node of a graph is in operations.py.

Handles (contexts, graphs, buffers, tensors) are plain addresses. Only struct fields that we read are ever touched.
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


Declarations = dict[str, tuple[Any, list[Any]]]  # of functions, by name: what they give, and what they take


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
    """struct ggml_cgraph (ggml-impl.h), of which nothing is read: as much room as it needs, and more."""

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

# libggml's list of what computes: the CPU, what the library was built with (Metal on a Mac), and plug-ins.
REGISTRY: Declarations = {
    # ggml_backend_reg_t ggml_backend_load(const char * path);
    "ggml_backend_load": (c.c_void_p, [c.c_char_p]),
    # size_t ggml_backend_dev_count(void);
    "ggml_backend_dev_count": (c.c_size_t, []),
    # ggml_backend_dev_t ggml_backend_dev_get(size_t index);
    "ggml_backend_dev_get": (DEVICE, [c.c_size_t]),
}
