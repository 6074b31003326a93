#include <memory>
#include <optional>
#include <utility>

#include "c_api/guard.h"
#include "c_api/objects.h"
#include "composer/explain/conversion_json.h"
#include "support/json.h"

namespace weft {
namespace {

Diagnostics unusable(const weft_library* library, const char* from, const char* to) {
  Diagnostics errors;
  const auto need = [&errors](const void* pointer, const char* name) {
    if (pointer == nullptr) {
      errors.push_back(error(Code::WrongArguments, std::string(name) + " is a null pointer"));
    }
  };
  need(library, "library");
  need(from, "from");
  need(to, "to");
  if (errors.empty() && !library->composer) {
    errors.push_back(error(Code::WrongArguments, "the library has errors: see its report"));
  }
  return errors;
}

void answer(weft_conversion& made, const Library& library, const AnsweredQuery& answered) {
  made.is_ok = answered.answer.decided();
  made.report = weft_report(conversion_failure(answered.query, answered.answer, answered.available),
                            library.sources);
  made.json = conversion_json(answered.query, answered.answer)
                  .dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!made.is_ok) {
    return;
  }
  const Chain& chain = answered.answer.chains.front();
  for (const ConversionId step : chain.steps) {
    made.steps.push_back(answered.query.table[step].name);
  }
  made.result = type_text(library, chain.result, answered.query.order);
  made.difficulty = difficulty_json(chain.difficulty).get<double>();
}

}  // namespace
}  // namespace weft

extern "C" {

weft_conversion* weft_convert(const weft_library* library, const char* from, const char* to,
                              const char* features) {
  return weft::guarded([&]() -> weft_conversion* {
    auto made = std::make_unique<weft_conversion>();
    weft::Diagnostics errors = weft::unusable(library, from, to);
    if (errors.empty()) {
      const auto answered = weft::find_conversion_between(
          library->library, library->composer->conversions(), from, to,
          features != nullptr ? std::optional<std::string>(features) : std::nullopt);
      if (answered) {
        weft::answer(*made, library->library, *answered);
      } else {
        errors = answered.error();
      }
    }
    if (!errors.empty()) {
      made->report = weft_report(errors, weft::Sources());
    }
    return made.release();
  });
}

void weft_conversion_free(weft_conversion* conversion) { delete conversion; }
int weft_conversion_ok(const weft_conversion* conversion) {
  return conversion != nullptr && conversion->is_ok ? 1 : 0;
}
const weft_report* weft_conversion_report(const weft_conversion* conversion) {
  return conversion != nullptr ? &conversion->report : nullptr;
}
const char* weft_conversion_step(const weft_conversion* conversion, size_t index) {
  return conversion != nullptr && index < conversion->steps.size()
             ? conversion->steps[index].c_str()
             : nullptr;
}
const char* weft_conversion_result(const weft_conversion* conversion) {
  return weft_conversion_ok(conversion) != 0 ? conversion->result.c_str() : nullptr;
}
double weft_conversion_difficulty(const weft_conversion* conversion) {
  return conversion != nullptr ? conversion->difficulty : 0.0;
}
const char* weft_conversion_json(const weft_conversion* conversion) {
  return conversion != nullptr ? conversion->json.c_str() : "null";
}

}  // extern "C"
