// What a process says of a mapped file that became shorter, lost_file.c. interface.py mirrors the struct.
#pragma once

// On the standard error: `before`, the file's path or else `unknown`, `after`.
typedef struct {
    const char *before, *unknown, *after;
} LostFileWords;

// From now on a process that is ended for such a file says so; luthier_watch has to be called, too.
void luthier_tell_of_lost_file(const LostFileWords *words);

// In a handler of crashes, for memory that is a file's and could not be read. Comes back where nothing is to be said.
void luthier_end_for_lost_file(const void *address);
