#pragma once

/* What the programs of this folder check with: prints what is wrong and counts it. */

#include <stdio.h>

static int faults = 0;

static void check(int holds, const char* what, const char* file, int line) {
  if (!holds) {
    printf("%s:%d: not so: %s\n", file, line, what);
    ++faults;
  }
}
#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
