// Crash reports: the graph's current node, and the stack. This code must not allocate or lock: it runs in a signal
// handler, in whichever thread failed. Python's faulthandler adds its stacks on the signal DUMP (core/base/logs.py
// registers it). We do not use its own crash handler, because another thread's crash could cut it short.
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crash.h"
#include "f32.h"
#include "ggml.h"
#include "kernel.h"
#include "layout.h"
#include "lost_file.h"

#ifdef _WIN32
#define INT8 INT8_OF_WINDOWS  // kernel.h has its own INT8
#include <windows.h>
#undef INT8
typedef DWORD Thread;
static Thread this_thread(void) { return GetCurrentThreadId(); }
static int open_report(const char *path) {  // in UTF-8
    wchar_t wide[MAX_PATH];
    if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, MAX_PATH)) return -1;
    return _wopen(wide, O_WRONLY | O_APPEND | O_BINARY | O_NOINHERIT);
}
#else
#include <pthread.h>
typedef pthread_t Thread;
static Thread this_thread(void) { return pthread_self(); }
static int open_report(const char *path) { return open(path, O_WRONLY | O_APPEND | O_CLOEXEC); }
#endif
#if defined(__GLIBC__) || defined(__APPLE__)
#include <execinfo.h>
#define HAS_BACKTRACE 1
#endif

enum { FRAMES = 64, ROOM = 8192, DIGITS = 20 };

static int report = -1;
static char report_path[1024];
static GraphReader reader;

// The graph being computed. One at a time: stretches on several devices take turns.
static struct ggml_cgraph *_Atomic graph;
static const char *graph_name;
static Thread computing;        // the thread that asked for it, which is ggml's first
static bool counts;             // whether finished nodes are counted; devices do not
static atomic_int nodes_done;

static char text[ROOM];
static size_t length;

static void add(const char *more) {
    while (*more && length < ROOM) text[length++] = *more++;
}

static void add_number(int64_t number) {
    char digits[DIGITS + 1], *first = digits + DIGITS;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    *first = 0;
    do *--first = (char)('0' + left % 10);
    while ((left /= 10) && first > digits + 1);
    if (number < 0) *--first = '-';
    add(first);
}

static void put(int file) {
    size_t done = 0;
    while (done < length) {
        const int more = (int)write(file, text + done, (unsigned)(length - done));
        if (more <= 0) break;
        done += (size_t)more;
    }
}

static void add_tensor(const struct ggml_tensor *tensor) {
    int last = GGML_MAX_DIMS - 1;
    while (last > 0 && tensor->ne[last] == 1) last--;
    add(reader.type_name(tensor->type));
    add(" [");
    for (int i = 0; i <= last; i++) {
        if (i) add(", ");
        add_number(tensor->ne[i]);
    }
    add("]");
    if (tensor->name[0]) {
        add(" ");
        add(tensor->name);
    }
}

// The name of the kernel that one of our own nodes calls: its pointer comes first in the parameters.
static const char *function_of(const struct ggml_tensor *node) {
    static const char PREFIX[] = "F32Kernels.";
    ggml_custom_op_t function, known;
    memcpy(&function, node->op_params, sizeof(function));
    if (function == luthier_round) return "round";
    if (function == luthier_multiply) return "multiply";
    for (const LayoutEntry *field = luthier_layout; field->name; field++) {
        if (strncmp(field->name, PREFIX, sizeof(PREFIX) - 1)) continue;
        const F32Kernels *table;
        for (int i = 0; (table = luthier_f32(i)); i++) {
            memcpy(&known, (const char *)table + field->value, sizeof(known));
            if (known == function) return field->name + sizeof(PREFIX) - 1;
        }
    }
    return "an unknown function";
}

static void add_node(const char *before, int index) {
    const struct ggml_tensor *node = reader.node(graph, index);
    add(before);
    add(" ");
    add_number(index + 1);
    add(" of ");
    add_number(reader.n_nodes(graph));
    add(": ");
    add(reader.op_desc(node));
    if (node->op == GGML_OP_CUSTOM) {
        add(" ");
        add(function_of(node));
    }
    add(" ");
    add_tensor(node);
    for (int i = 0, n = 0; i < GGML_MAX_SRC; i++) {
        if (!node->src[i]) continue;
        add(n++ ? ", " : " of ");
        add_tensor(node->src[i]);
    }
    add("\n");
}

static int uses(const struct ggml_tensor *tensor) {
    int found = 0;
    for (int i = 0; i < reader.n_nodes(graph); i++)
        for (int j = 0; j < GGML_MAX_SRC; j++) found += reader.node(graph, i)->src[j] == tensor;
    return found;
}

// Whether ggml fuses a norm with the product after it: ggml_cpu_try_fuse_ops of ggml-cpu.c.
static bool is_fused(const struct ggml_tensor *norm, const struct ggml_tensor *product) {
    if (norm->op != GGML_OP_RMS_NORM || product->op != GGML_OP_MUL) return false;
    if (product->src[0] != norm && product->src[1] != norm) return false;
    if (memcmp(norm->ne, product->ne, sizeof(norm->ne)) || norm->view_src || uses(norm) != 1) return false;
    const struct ggml_tensor *factor = product->src[0] == norm ? product->src[1] : product->src[0];
    return norm->src[0]->type == GGML_TYPE_F32 && product->type == GGML_TYPE_F32 && factor->type == GGML_TYPE_F32 &&
           factor->ne[0] == norm->ne[0] && factor->nb[0] == sizeof(float);
}

static bool is_computed(const struct ggml_tensor *node) {
    switch (node->op) {  // ggml_op_is_empty of ggml-impl.h
        case GGML_OP_NONE:
        case GGML_OP_RESHAPE:
        case GGML_OP_TRANSPOSE:
        case GGML_OP_VIEW:
        case GGML_OP_PERMUTE:
            return false;
        default:
            return node->flags & GGML_TENSOR_FLAG_COMPUTE;
    }
}

// The node that the first thread computes or waits at, and the one before, which other threads may still compute.
static void add_place(void) {
    add("Graph: ");
    add(graph_name);
    add("\n");
    if (!counts && reader.n_nodes(graph) != 1) return;
    int left = counts ? nodes_done : 0, before = -1;
    for (int i = 0; i < reader.n_nodes(graph); i++) {
        if (!is_computed(reader.node(graph, i))) continue;
        if (left-- == 0) {
            add_node("Node", i);
            if (before >= 0 && this_thread() != computing) add_node("Or it was node", before);
            return;
        }
        before = i;
        if (i + 1 < reader.n_nodes(graph) && is_fused(reader.node(graph, i), reader.node(graph, i + 1))) i++;
    }
    if (before >= 0) add_node("Node", before);
}

// Write what happened, and at which node, into the report; and the report's path to the terminal.
static void say_where(const char *name) {
    length = 0;
    add("Crash: ");
    add(name);
    add("\n");
    if (graph) add_place();
    put(report);
    add("The stack lies in ");
    add(report_path);
    add("; `luthier doctor --report` packs what is needed to find the fault.\n");
    put(STDERR_FILENO);
    length = 0;
}

static atomic_flag is_told = ATOMIC_FLAG_INIT;

#ifdef _WIN32
// Python's faulthandler runs before this handler for an exception, and has written its stacks; for an abort, after it.

static const char *name_of(DWORD code) {
    switch (code) {
        case EXCEPTION_ACCESS_VIOLATION: return "EXCEPTION_ACCESS_VIOLATION";
        case EXCEPTION_IN_PAGE_ERROR: return "EXCEPTION_IN_PAGE_ERROR";
        case EXCEPTION_ILLEGAL_INSTRUCTION: return "EXCEPTION_ILLEGAL_INSTRUCTION";
        case EXCEPTION_INT_DIVIDE_BY_ZERO: return "EXCEPTION_INT_DIVIDE_BY_ZERO";
        case EXCEPTION_STACK_OVERFLOW: return "EXCEPTION_STACK_OVERFLOW";
        default: return "an exception";
    }
}

static LONG WINAPI on_exception(EXCEPTION_POINTERS *about) {
    const EXCEPTION_RECORD *record = about->ExceptionRecord;
    if (atomic_flag_test_and_set(&is_told)) Sleep(INFINITE);  // another thread failed first, and ends the process
    if (record->ExceptionCode == EXCEPTION_IN_PAGE_ERROR)
        luthier_end_for_lost_file((const void *)record->ExceptionInformation[1]);
    say_where(name_of(record->ExceptionCode));
    return EXCEPTION_CONTINUE_SEARCH;
}

static void (*earlier)(int);

static void on_abort(int number) {
    if (!atomic_flag_test_and_set(&is_told)) say_where("SIGABRT");
    signal(number, earlier);
    raise(number);
}

static void listen_for_crashes(void) {
    SetUnhandledExceptionFilter(on_exception);
    earlier = signal(SIGABRT, on_abort);
    if (earlier == SIG_ERR) earlier = SIG_DFL;
}
#else
enum { DUMP = SIGUSR2 };

static const struct {
    int number;
    const char *name;
} SIGNALS[] = {{SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"}, {SIGABRT, "SIGABRT"}, {SIGILL, "SIGILL"}, {SIGFPE, "SIGFPE"}};
enum { N_SIGNALS = sizeof(SIGNALS) / sizeof(*SIGNALS) };

static struct sigaction previous[N_SIGNALS];

static void put_stack(void) {
#ifdef HAS_BACKTRACE
    void *frames[FRAMES];
    backtrace_symbols_fd(frames, backtrace(frames, FRAMES), report);
#endif
}

static void on_crash(int number, siginfo_t *about, void *context) {
    (void)context;
    if (atomic_flag_test_and_set(&is_told))
        for (;;) pause();  // another thread failed first, and ends the process
    if (number == SIGBUS && about->si_code == BUS_ADRERR) luthier_end_for_lost_file(about->si_addr);
    int index = 0;
    while (SIGNALS[index].number != number) index++;
    say_where(SIGNALS[index].name);
    add("\nNative stack:\n");
    put(report);
    put_stack();
    length = 0;
    add("\nPython stack:\n");
    put(report);
    struct sigaction last = previous[index], dump;
    sigaction(DUMP, NULL, &dump);
    if (dump.sa_handler != SIG_DFL && dump.sa_handler != SIG_IGN) {
        raise(DUMP);
        last = (struct sigaction){.sa_handler = SIG_DFL};
    }
    sigaction(number, &last, NULL);
    raise(number);  // delivered when this handler returns
}

static void listen_for_crashes(void) {
#ifdef HAS_BACKTRACE
    void *frame;
    backtrace(&frame, 1);  // the first call loads a library, which a handler must not do
#endif
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_ONSTACK | SA_SIGINFO};
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, DUMP);
    for (int i = 0; i < N_SIGNALS; i++) sigaction(SIGNALS[i].number, &action, &previous[i]);
}
#endif

void luthier_ggml_aborts(const char *message) {
    length = 0;
    add("ggml: ");
    add(message);
    add("\n");
    put(report);
    put(STDERR_FILENO);
}

int luthier_watch(const char *path, const GraphReader *of_ggml) {
    if (of_ggml) reader = *of_ggml;
    if (report >= 0) return 1;
    report = open_report(path);
    if (report < 0) return 0;
    strncpy(report_path, path, sizeof(report_path) - 1);
    listen_for_crashes();
    return 1;
}

void luthier_graph_begins(struct ggml_cgraph *begun, const char *name, bool counted) {
    graph_name = name;
    computing = this_thread();
    counts = counted;
    nodes_done = 0;
    graph = begun;
}

bool luthier_node_done(void *unused) {
    (void)unused;
    atomic_fetch_add_explicit(&nodes_done, 1, memory_order_relaxed);
    return false;  // do not abort
}

void luthier_graph_ends(void) { graph = NULL; }
