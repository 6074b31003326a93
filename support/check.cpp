#include "support/check.h"

#include <cstdio>
#include <cstdlib>

namespace weft {

void fail_check(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "weft: internal error: %s (%s) at %s:%d\n", message, condition, file, line);
  std::abort();
}

}  // namespace weft
