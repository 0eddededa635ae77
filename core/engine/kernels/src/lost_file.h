// The message about a mapped file that became shorter, lost_file.c. interface.py mirrors the struct.
#pragma once

// On standard error: `before`, the file's path or else `unknown`, `after`.
typedef struct {
    const char *before, *unknown, *after;
} LostFileWords;

// From now on a process that is ended for such a file names it; requires luthier_watch too.
void luthier_tell_of_lost_file(const LostFileWords *words);

// Called by crash handlers for memory of a mapped file that could not be read. Returns if there is no message to write.
void luthier_end_for_lost_file(const void *address);
