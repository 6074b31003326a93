#include "fragments/library/make_instances.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weft {
namespace {

/// What stands for the parameters of a template.
class Substitution {
 public:
  Substitution(const DataTypeTable& types, const std::vector<DataType>& parameters,
               const std::vector<DataType>& arguments)
      : types_(types), parameters_(parameters), arguments_(arguments) {}

  DataType operator()(DataType type) const {
    std::vector<std::uint32_t> sizes;
    while (type.is_array()) {
      sizes.push_back(types_.array(type).size);
      type = types_.array(type).element;
    }
    if (type.is_parameter()) {
      const auto at = std::find(parameters_.begin(), parameters_.end(), type);
      type = at != parameters_.end()
                 ? arguments_[static_cast<std::size_t>(at - parameters_.begin())]
                 : type;
    }
    for (; !sizes.empty(); sizes.pop_back()) {
      type = types_.array_of(type, sizes.back());
    }
    return type;
  }

  void apply(std::vector<DataType>& to) const {
    for (DataType& type : to) {
      type = (*this)(type);
    }
  }

 private:
  const DataTypeTable& types_;
  const std::vector<DataType>& parameters_;
  const std::vector<DataType>& arguments_;
};

Body substituted(const Body& of, const Substitution& substitution) {
  Body body = of;
  for (BodyExpr& expr : body.exprs) {
    expr.type = substitution(expr.type);
  }
  for (BodyLocal& local : body.locals) {
    local.type = substitution(local.type);
  }
  for (BodyCall& call : body.calls) {
    substitution.apply(call.type_arguments);
    substitution.apply(call.results);
  }
  return body;
}

/// The first type of a body that is an array with too many elements, in whatever depth.
std::optional<DataType> find_large_array(const DataTypeTable& types, const Body& body) {
  const auto is_large = [&types](DataType type) {
    std::uint64_t count = 1;
    for (; type.is_array() && count <= most_array_elements; type = types.array(type).element) {
      count *= types.array(type).size;
    }
    return count > most_array_elements;
  };
  for (const BodyLocal& local : body.locals) {
    if (is_large(local.type)) {
      return local.type;
    }
  }
  for (const BodyExpr& expr : body.exprs) {
    if (is_large(expr.type)) {
      return expr.type;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> make_instances(const Library& library, FragmentId leaf,
                                          const std::vector<DataType>& type_arguments) {
  struct Open {
    BodyCall call;
    std::optional<Body> body;  // once it is made, while its callees are open
  };
  std::vector<Open> open{{{leaf, type_arguments}, std::nullopt}};
  // In postorder. They are added once all are fine, callees first: whoever finds a body finds all
  // that it calls, also in another thread.
  std::vector<std::pair<FragmentId, BodyInstance>> made;
  while (!open.empty()) {
    Open& at = open.back();
    const BodyCall& call = at.call;
    const Fragment& fragment = library.fragments[call.fragment];
    if (at.body) {
      made.emplace_back(call.fragment, BodyInstance{call.type_arguments, std::move(*at.body)});
      open.pop_back();
      continue;
    }
    const bool is_there =
        fragment.on_demand == nullptr || fragment.find_instance(call.type_arguments) != nullptr ||
        std::any_of(made.begin(), made.end(), [&call](const auto& one) {
          return one.first == call.fragment && one.second.type_arguments == call.type_arguments;
        });
    const BodyInstance* of = is_there ? nullptr : fragment.find_declared(call.type_arguments);
    if (of == nullptr) {  // or its body has errors
      open.pop_back();
      continue;
    }
    const Substitution substitution(library.data_types, of->type_arguments, call.type_arguments);
    Body body = substituted(of->body, substitution);
    if (const auto large = find_large_array(library.data_types, body)) {
      return fmt::format("the body of '{}' would need a {} here: an array has at most {} elements",
                         library.text(fragment.name), library.type_name(*large),
                         most_array_elements);
    }
    const std::vector<BodyCall> callees = body.calls;
    at.body = std::move(body);
    for (const BodyCall& callee : callees) {
      open.push_back({callee, std::nullopt});
    }
  }
  for (auto& [fragment, instance] : made) {
    library.fragments[fragment].on_demand->add(std::move(instance));
  }
  return std::nullopt;
}

std::optional<Diagnostic> make_called_instances(const Library& library, const Body& body) {
  for (const BodyExpr& expr : body.exprs) {
    if (expr.op != Operation::Call) {
      continue;
    }
    const BodyCall& call = body.calls[expr.payload];
    if (auto message = make_instances(library, call.fragment, call.type_arguments)) {
      return error_at(Code::OutOfRange, expr.span, std::move(*message));
    }
  }
  return std::nullopt;
}

}  // namespace weft
