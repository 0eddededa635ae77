// What the tiles of all types are written with; included after vectors_512.h or vectors_256.h.
#pragma once
#include "unrolled.h"

enum { OF_STRIP = STRIP / LANES, MOST = STRIPS * OF_STRIP };  // vectors
