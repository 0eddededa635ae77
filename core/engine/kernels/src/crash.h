// Crash reports, crash.c. interface.py mirrors the structs.
#pragma once
#include <stdbool.h>

#include "ggml.h"

// ggml's functions that read a graph and its nodes; our library is not linked against ggml.
typedef struct {
    const char *(*op_desc)(const struct ggml_tensor *node);
    const char *(*type_name)(enum ggml_type type);
    int (*n_nodes)(struct ggml_cgraph *graph);
    struct ggml_tensor *(*node)(struct ggml_cgraph *graph, int index);
} GraphReader;

// From now on crashes are written to that file, which must exist. 0: it cannot be opened. reader: NULL if no graph is
// computed yet.
int luthier_watch(const char *path, const GraphReader *reader);

// Call these before and after every graph. counted: whether luthier_node_done is called after each node.
void luthier_graph_begins(struct ggml_cgraph *graph, const char *name, bool counted);
void luthier_graph_ends(void);

bool luthier_node_done(void *unused);            // ggml_abort_callback
void luthier_ggml_aborts(const char *message);  // ggml_abort_callback_t
