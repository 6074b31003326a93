#include "fragments/library/make_instances.h"

#include <algorithm>
#include <utility>

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

}  // namespace

void make_instances(const Library& library, FragmentId leaf,
                    const std::vector<DataType>& type_arguments) {
  std::vector<BodyCall> open{{leaf, type_arguments}};
  while (!open.empty()) {
    const BodyCall call = std::move(open.back());
    open.pop_back();
    const Fragment& fragment = library.fragments[call.fragment];
    if (fragment.on_demand == nullptr || fragment.find_instance(call.type_arguments) != nullptr) {
      continue;
    }
    const BodyInstance* of = fragment.find_declared(call.type_arguments);
    if (of == nullptr) {
      continue;  // its body has errors
    }
    const Substitution substitution(library.data_types, of->type_arguments, call.type_arguments);
    Body body = substituted(of->body, substitution);
    open.insert(open.end(), body.calls.begin(), body.calls.end());
    fragment.on_demand->add({call.type_arguments, std::move(body)});
  }
}

void make_called_instances(const Library& library, const Body& body) {
  for (const BodyCall& call : body.calls) {
    make_instances(library, call.fragment, call.type_arguments);
  }
}

}  // namespace weft
