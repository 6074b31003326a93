#include <fmt/format.h>

#include "fragments/analysis/laws.h"
#include "fragments/load/load_passes.h"

namespace weft {

void check_declared_laws(LoadState& state) {
  const Library& library = state.library;
  LeafLaws laws(library);
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const Fragment& fragment = library.fragments[FragmentId(i)];
    const std::optional<Law> declared = declared_law(library, fragment);
    if (!declared) {
      continue;
    }
    for (const BodyInstance& instance : fragment.instances()) {
      // Values not based on floats do not vary over a primitive; features count as constant.
      std::vector<Law> inputs;
      for (const FragmentPort& port : fragment.ports) {
        const DataType type = port.type.type_variable
                                  ? instance.type_arguments[*port.type.type_variable]
                                  : port.type.data;
        const bool may_vary = type.is_float_based() || type.is_parameter();
        const bool varies = may_vary && port.kind == FragmentPort::Kind::Value;
        inputs.push_back(varies ? Law::Linear : Law::Constant);
      }
      inputs.resize(inputs.size() + instance.body.features.size(), Law::Constant);
      Law found = Law::Zero;
      for (const Law law : laws.results(FragmentId(i), instance.type_arguments, inputs)) {
        found = join(found, law);
      }
      if (!is_at_most(found, *declared)) {
        state.report(error_at(
            Code::FalseDeclaration, fragment.span,
            fmt::format("'{}' is declared {}, but its body is {} in its ports, taken together",
                        library.text(fragment.name), law_name(*declared), law_name(found)),
            "omit the law: it is derived from the body"));
        break;
      }
    }
  }
}

}  // namespace weft
