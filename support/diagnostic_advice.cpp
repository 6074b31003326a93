#include "support/diagnostic.h"

namespace weft {

// A switch, so that the compiler names a code without advice.
std::string_view advice(Code code) {
  switch (code) {
#define WEFT_ADVICE(name, text) \
  case Code::name:              \
    return text;
#include "support/diagnostic_advice.def"
#undef WEFT_ADVICE
  }
  return "";
}

}  // namespace weft
