// What Qt6Core.dll imports from icuuc.dll, a part of Windows that Wine lacks: ICU's converters, of UTF-8 and ISO-8859-1.
//
// Signatures and error codes are those of ICU's reference of ucnv.h, ucnv_cb.h and ucnv_err.h. Qt itself converts UTF-8,
// UTF-16 and Latin-1 and asks ICU for other encodings only, so this stands here to be loaded: what it cannot do ends
// the program with a message.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef uint16_t UChar;
enum { ZERO_ERROR = 0, FILE_ACCESS_ERROR = 4, BUFFER_OVERFLOW_ERROR = 15 };
enum { REPLACEMENT = 0xFFFD, SUBSTITUTE = 0x1A };
typedef void (*Callback)(void);  // the three functions that would call one know none but SUBSTITUTE

typedef struct {
    bool is_utf8;
    Callback to_unicode, from_unicode;
    const void *to_context, *from_context;
    unsigned char bytes[4];  // of a character that is not whole yet
    int n_bytes;
    UChar high;  // a high surrogate whose low one has not come yet; 0: none
} Converter;

static const char *const NAMES[] = {"UTF-8", "ISO-8859-1"};
static const char *const ALIASES[][2] = {{"UTF8", "UTF-8"}, {"latin1", "ISO-8859-1"}, {"ibm-819", "ISO-8859-1"}};

static void refuse(const char *what) {
    fprintf(stderr, "icuuc.dll of Luthier's tests cannot do this: %s\n", what);
    fflush(stderr);
    abort();
}

static bool is_same(const char *one, const char *other) {
    for (; *one && *other; one++, other++) {
        char a = *one >= 'A' && *one <= 'Z' ? *one + 32 : *one, b = *other >= 'A' && *other <= 'Z' ? *other + 32 : *other;
        if (a != b) return false;
    }
    return *one == *other;
}

static const char *known(const char *name) {
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (is_same(name, NAMES[i])) return NAMES[i];
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (is_same(name, ALIASES[i][0])) return ALIASES[i][1];
    return NULL;
}

EXPORT void UCNV_TO_U_CALLBACK_SUBSTITUTE(void) { refuse("a call of UCNV_TO_U_CALLBACK_SUBSTITUTE"); }
EXPORT void UCNV_FROM_U_CALLBACK_SUBSTITUTE(void) { refuse("a call of UCNV_FROM_U_CALLBACK_SUBSTITUTE"); }
EXPORT void ucnv_cbToUWriteUChars(void) { refuse("ucnv_cbToUWriteUChars"); }
EXPORT void ucnv_cbFromUWriteUChars(void) { refuse("ucnv_cbFromUWriteUChars"); }

EXPORT Converter *ucnv_open(const char *name, int *error) {
    if (*error > ZERO_ERROR) return NULL;
    const char *found = known(name ? name : "UTF-8");
    Converter *made = found ? calloc(1, sizeof *made) : NULL;
    if (!made) {
        fprintf(stderr, "icuuc.dll of Luthier's tests knows no encoding “%s”.\n", name);
        *error = FILE_ACCESS_ERROR;
        return NULL;
    }
    made->is_utf8 = found == NAMES[0];
    made->to_unicode = UCNV_TO_U_CALLBACK_SUBSTITUTE;
    made->from_unicode = UCNV_FROM_U_CALLBACK_SUBSTITUTE;
    return made;
}

EXPORT void ucnv_close(Converter *converter) { free(converter); }

EXPORT void ucnv_reset(Converter *converter) {
    converter->n_bytes = 0;
    converter->high = 0;
}

EXPORT const char *ucnv_getName(const Converter *converter, int *error) {
    (void)error;
    return NAMES[!converter->is_utf8];
}

EXPORT int8_t ucnv_getMaxCharSize(const Converter *converter) { return converter->is_utf8 ? 3 : 1; }  // of one UChar

EXPORT void ucnv_getToUCallBack(const Converter *converter, Callback *action, const void **context) {
    *action = converter->to_unicode, *context = converter->to_context;
}

EXPORT void ucnv_getFromUCallBack(const Converter *converter, Callback *action, const void **context) {
    *action = converter->from_unicode, *context = converter->from_context;
}

EXPORT void ucnv_setToUCallBack(Converter *converter, Callback action, const void *context, Callback *before,
                                const void **context_before, int *error) {
    (void)error;
    if (before) *before = converter->to_unicode;
    if (context_before) *context_before = converter->to_context;
    converter->to_unicode = action, converter->to_context = context;
}

EXPORT void ucnv_setFromUCallBack(Converter *converter, Callback action, const void *context, Callback *before,
                                  const void **context_before, int *error) {
    (void)error;
    if (before) *before = converter->from_unicode;
    if (context_before) *context_before = converter->from_context;
    converter->from_unicode = action, converter->from_context = context;
}

// The character of the bytes held: -1 if more are needed, REPLACEMENT with *n_used bytes if they are none of UTF-8.
static int32_t decode(const unsigned char *bytes, int n, int *n_used) {
    static const struct { unsigned char mask, lead; int32_t least; } KINDS[] = {
        {0x80, 0x00, 0}, {0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}};
    for (int more = 0; more < 4; more++) {
        if ((bytes[0] & KINDS[more].mask) != KINDS[more].lead) continue;
        int32_t character = bytes[0] & ~KINDS[more].mask;
        for (int i = 1; i <= more; i++) {
            if (i == n) return -1;
            if ((bytes[i] & 0xC0) != 0x80) break;
            character = character << 6 | (bytes[i] & 0x3F);
            if (i == more) *n_used = more + 1;
        }
        *n_used = more == 0 ? 1 : *n_used;
        bool is_whole = *n_used == more + 1, is_surrogate = character >= 0xD800 && character < 0xE000;
        if (is_whole && character >= KINDS[more].least && character <= 0x10FFFF && !is_surrogate) return character;
        break;
    }
    *n_used = 1;
    return REPLACEMENT;
}

static void replaced(bool is_replaced, Callback action, Callback substitute) {
    if (is_replaced && action != substitute) refuse("a callback for what is no character of the encoding");
}

EXPORT void ucnv_toUnicode(Converter *converter, UChar **target, const UChar *target_end, const char **source,
                           const char *source_end, int32_t *offsets, int8_t is_last, int *error) {
    if (*error > ZERO_ERROR) return;
    if (offsets) refuse("offsets of ucnv_toUnicode");
    while (true) {
        while (converter->n_bytes < 4 && *source < source_end)
            converter->bytes[converter->n_bytes++] = (unsigned char)*(*source)++;
        if (converter->n_bytes == 0) return;
        int n_used = 1;
        int32_t character = converter->bytes[0];
        if (converter->is_utf8) character = decode(converter->bytes, converter->n_bytes, &n_used);
        if (character < 0 && !is_last) return;
        bool is_replaced = character < 0 || (character == REPLACEMENT && n_used == 1);
        if (character < 0) character = REPLACEMENT, n_used = converter->n_bytes;
        if (target_end - *target < (character > 0xFFFF ? 2 : 1)) {
            *error = BUFFER_OVERFLOW_ERROR;
            return;
        }
        replaced(is_replaced, converter->to_unicode, UCNV_TO_U_CALLBACK_SUBSTITUTE);
        if (character > 0xFFFF) *(*target)++ = (UChar)(0xD7C0 + (character >> 10));
        *(*target)++ = (UChar)(character > 0xFFFF ? 0xDC00 | (character & 0x3FF) : character);
        converter->n_bytes -= n_used;
        memmove(converter->bytes, converter->bytes + n_used, (size_t)converter->n_bytes);
    }
}

static int encode(int32_t character, char *to) {
    if (character < 0x80) return to[0] = (char)character, 1;
    int more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    for (int i = more; i > 0; i--, character >>= 6) to[i] = (char)(0x80 | (character & 0x3F));
    to[0] = (char)((0xFF00 >> (more + 1) & 0xFF) | character);
    return more + 1;
}

EXPORT void ucnv_fromUnicode(Converter *converter, char **target, const char *target_end, const UChar **source,
                             const UChar *source_end, int32_t *offsets, int8_t is_last, int *error) {
    if (*error > ZERO_ERROR) return;
    if (offsets) refuse("offsets of ucnv_fromUnicode");
    while (*source < source_end || (converter->high && is_last)) {
        const UChar *next = *source;
        UChar high = converter->high;
        int32_t character = high;
        bool has_low = next < source_end && *next >= 0xDC00 && *next < 0xE000;
        if (high && has_low) {
            character = 0x10000 + ((high & 0x3FF) << 10) + (*next++ & 0x3FF);
        } else if (!high) {
            character = *next++;
            if (character >= 0xD800 && character < 0xDC00) {
                converter->high = (UChar)character, *source = next;
                continue;
            }
        }
        bool is_surrogate = character >= 0xD800 && character < 0xE000;
        bool is_replaced = is_surrogate || (!converter->is_utf8 && character > 0xFF);
        char bytes[4];
        int n = 1;
        if (converter->is_utf8) n = encode(is_replaced ? REPLACEMENT : character, bytes);
        else bytes[0] = (char)(is_replaced ? SUBSTITUTE : character);
        if (target_end - *target < n) {
            *error = BUFFER_OVERFLOW_ERROR;
            return;
        }
        replaced(is_replaced, converter->from_unicode, UCNV_FROM_U_CALLBACK_SUBSTITUTE);
        memcpy(*target, bytes, (size_t)n);
        *target += n, *source = next, converter->high = 0;
    }
}

EXPORT int32_t ucnv_toUCountPending(const Converter *converter, int *error) {
    (void)error;
    return converter->n_bytes;
}

EXPORT int32_t ucnv_fromUCountPending(const Converter *converter, int *error) {
    (void)error;
    return converter->high != 0;
}

EXPORT const char *ucnv_getStandardName(const char *name, const char *standard, int *error) {
    (void)standard, (void)error;
    return known(name);
}

EXPORT int32_t ucnv_countAvailable(void) { return sizeof NAMES / sizeof *NAMES; }

EXPORT const char *ucnv_getAvailableName(int32_t number) {
    return number >= 0 && number < ucnv_countAvailable() ? NAMES[number] : NULL;
}
