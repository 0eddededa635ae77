// Names the mapped file that a process can no longer read. The system ends the process (SIGBUS; on Windows
// EXCEPTION_IN_PAGE_ERROR) if a mapped file becomes shorter or its disk is gone. As in crash.c, the handler must not
// allocate or lock.
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "lost_file.h"

enum { LINE_ROOM = 4352 };  // for the longest path, and the text before it

static LostFileWords said;  // empty: handled like any other crash

void luthier_tell_of_lost_file(const LostFileWords *words) {
    if (!said.before) said = (LostFileWords){strdup(words->before), strdup(words->unknown), strdup(words->after)};
}

static bool next_line(int file, char *line) {
    size_t n = 0;
    char one;
    while (read(file, &one, 1) == 1 && one != '\n')
        if (n + 1 < LINE_ROOM) line[n++] = one;
    line[n] = 0;
    return n > 0;
}

static uintptr_t hexadecimal(const char **digits) {
    uintptr_t number = 0;
    for (;; ++*digits) {
        const char one = **digits;
        if (one >= '0' && one <= '9') number = 16 * number + (uintptr_t)(one - '0');
        else if (one >= 'a' && one <= 'f') number = 16 * number + (uintptr_t)(one - 'a' + 10);
        else return number;
    }
}

// The path of the file that is mapped at the address; NULL if the system does not say (only Linux does).
static const char *file_at(uintptr_t address) {
    static char line[LINE_ROOM];  // 7f0000000000-7f0000001000 r--p 00000000 fe:00 12345     /path
    const char *found = NULL;
#ifdef __linux__
    const int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
#else
    const int maps = -1;
#endif
    if (maps < 0) return NULL;
    while (!found && next_line(maps, line)) {
        const char *at = line;
        const uintptr_t begin = hexadecimal(&at);
        at += *at == '-';
        if (address >= begin && address < hexadecimal(&at)) found = strchr(at, '/');
    }
    close(maps);
    return found;
}

static void put(const char *words) {
    if (write(STDERR_FILENO, words, strlen(words)) < 0) return;  // standard error is closed
}

void luthier_end_for_lost_file(const void *address) {
    if (!said.before) return;
    const char *path = file_at((uintptr_t)address);
    if (isatty(STDERR_FILENO)) put("\r\x1b[?25h");  // a progress bar may have hidden the cursor
    put(said.before);
    put(path ? path : said.unknown);
    put(said.after);
    _exit(1);  // like any error of a command; a stack would suggest a bug
}
