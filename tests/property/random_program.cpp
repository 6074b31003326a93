#include "tests/property/random_program.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::testing {
namespace {

/// The names that an expression may use.
struct Surroundings {
  std::vector<std::string> names;
  const RandomCallable* graph = nullptr;
  bool has_parameters = false;
  std::size_t callables = 0;  ///< how many may be called
  std::size_t features = 0;   ///< how many may be read
};

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {}

  RandomProgram program() {
    p_.features = {{"host.time", "frame", {}},
                   {"host.eye", "view", {}},
                   {"host.place", "object", {}},
                   {"host.point", "vertex", {}}};
    p_.parameter_count = 1 + random_.below(3);
    const std::size_t leaves = 2 + random_.below(3);
    for (std::size_t i = 0; i < leaves; ++i) {
      p_.callables.push_back(leaf(fmt::format("leaf{}", i)));
    }
    const std::size_t derived = random_.below(3);
    for (std::size_t i = 0; i < derived; ++i) {
      Surroundings around;
      around.features = p_.features.size();
      around.callables = std::min(plain_callables(), p_.callables.size());
      const ExprIndex definition = expr(around, 2);
      p_.features.push_back({fmt::format("made.f{}", i), "fragment", definition});
    }
    const std::size_t graphs = random_.below(4);
    for (std::size_t i = 0; i < graphs; ++i) {
      RandomCallable made = graph(fmt::format("graph{}", i));
      p_.callables.push_back(std::move(made));
    }
    Surroundings around;
    around.features = p_.features.size();
    around.callables = p_.callables.size();
    around.has_parameters = true;
    const std::size_t bindings = random_.below(5);
    for (std::size_t i = 0; i < bindings; ++i) {
      const ExprIndex value = expr(around, 3);
      p_.bindings.emplace_back(fmt::format("b{}", i), value);
      around.names.push_back(p_.bindings.back().first);
    }
    const std::size_t outputs = 1 + random_.below(3);
    for (std::size_t i = 0; i < outputs; ++i) {
      p_.outputs.push_back(expr(around, 3));
    }
    return std::move(p_);
  }

 private:
  /// The number of callables that derived features may call: leaves that read no feature, so that
  /// no feature depends on itself.
  std::size_t plain_callables() const {
    std::size_t count = 0;
    while (count < p_.callables.size() && p_.callables[count].features.empty() &&
           p_.callables[count].port_calls.empty() &&
           std::none_of(p_.callables[count].ports.begin(), p_.callables[count].ports.end(),
                        [](const RandomPort& port) { return port.default_value.has_value(); })) {
      ++count;
    }
    return count;
  }

  RandomCallable leaf(std::string name) {
    RandomCallable made{std::move(name), {}};
    const std::size_t values = 1 + random_.below(3);
    for (std::size_t i = 0; i < values; ++i) {
      made.ports.push_back({fmt::format("v{}", i)});
      if (i > 0 && random_.chance(4)) {
        Surroundings around;
        around.features = p_.features.size();
        made.ports.back().default_value = expr(around, 1);
      }
    }
    for (std::size_t i = 0; i < p_.features.size(); ++i) {
      if (random_.chance(4)) {
        made.features.push_back(i);
        made.own_features.push_back(i);
      }
    }
    const std::size_t functions = random_.chance(3) ? 1 + random_.below(2) : 0;
    for (std::size_t i = 0; i < functions; ++i) {
      const bool is_fn = random_.chance(2);
      made.ports.push_back({fmt::format("f{}", i),
                            is_fn ? RandomPort::Kind::Fn : RandomPort::Kind::Eval,
                            random_.below(p_.features.size())});
      const std::size_t calls = 1 + random_.below(2);
      for (std::size_t call = 0; call < calls; ++call) {
        RandomPortCall port_call{values + i};
        for (std::size_t v = 0; v < values; ++v) {
          if (random_.chance(2)) {
            port_call.ports.push_back(v);
          }
        }
        if (random_.chance(2)) {
          port_call.feature = random_.below(p_.features.size());
        }
        port_call.is_fed_back = random_.chance(4);
        made.port_calls.push_back(port_call);
      }
    }
    for (const RandomPortCall& call : made.port_calls) {
      const bool is_new = call.feature && std::find(made.features.begin(), made.features.end(),
                                                    *call.feature) == made.features.end();
      if (is_new) {
        made.features.push_back(*call.feature);
      }
    }
    std::sort(made.features.begin(), made.features.end(), [this](std::size_t a, std::size_t b) {
      return p_.features[a].path < p_.features[b].path;
    });
    return made;
  }

  RandomCallable graph(std::string name) {
    RandomCallable made{std::move(name), {}};
    made.is_leaf = false;
    const std::size_t values = 1 + random_.below(2);
    for (std::size_t i = 0; i < values; ++i) {
      made.ports.push_back({fmt::format("v{}", i)});
      if (i > 0 && random_.chance(3)) {
        Surroundings around;
        around.features = p_.features.size();
        around.callables = p_.callables.size();
        made.ports.back().default_value = expr(around, 1);
      }
    }
    if (random_.chance(3)) {
      const bool is_fn = random_.chance(2);
      made.ports.push_back({"f0", is_fn ? RandomPort::Kind::Fn : RandomPort::Kind::Eval,
                            random_.below(p_.features.size())});
    }
    Surroundings around;
    around.graph = &made;
    around.features = p_.features.size();
    around.callables = p_.callables.size();
    const std::size_t bindings = random_.below(4);
    for (std::size_t i = 0; i < bindings; ++i) {
      const ExprIndex value = expr(around, 2);
      made.bindings.emplace_back(fmt::format("b{}", i), value);
      around.names.push_back(made.bindings.back().first);
    }
    made.output = expr(around, 3);
    return made;
  }

  ExprIndex add(RandomExpr made) {
    p_.exprs.push_back(std::move(made));
    return p_.exprs.size() - 1;
  }

  ExprIndex atom(const Surroundings& around) {
    const std::size_t choice = random_.below(8);
    if (choice == 0) {
      return add({RandomExpr::Kind::Number, 0, fmt::format("{}.5", random_.below(3))});
    }
    if (choice <= 2 && around.has_parameters) {
      return add({RandomExpr::Kind::Parameter, random_.below(p_.parameter_count)});
    }
    if (choice <= 4 && !around.names.empty()) {
      return add({RandomExpr::Kind::Name, 0, around.names[random_.below(around.names.size())]});
    }
    if (choice <= 6 && around.graph) {
      const std::size_t port = random_.below(around.graph->ports.size());
      if (around.graph->ports[port].kind != RandomPort::Kind::Fn) {
        return add({RandomExpr::Kind::Port, port});
      }
    }
    return add({RandomExpr::Kind::Feature, random_.below(around.features)});
  }

  ExprIndex expr(const Surroundings& around, std::size_t depth) {
    const std::size_t choice = depth == 0 ? 0 : random_.below(10);
    if (choice <= 2) {
      return atom(around);
    }
    if (choice == 3) {
      const ExprIndex value = expr(around, depth - 1);
      const std::size_t feature = random_.below(around.features);
      const ExprIndex injected = expr(around, depth - 1);
      return add({RandomExpr::Kind::With, feature, {}, {value, injected}});
    }
    if (choice == 4) {
      const ExprIndex first = expr(around, depth - 1);
      Surroundings inside = around;
      const std::string state = fresh("s");
      inside.names.push_back(state);
      const ExprIndex next = expr(inside, depth - 1);
      return add({RandomExpr::Kind::Loop, 1 + random_.below(3), state, {first, next}});
    }
    if (choice == 5 && around.graph && around.graph->ports.back().kind == RandomPort::Kind::Fn) {
      const ExprIndex argument = expr(around, depth - 1);
      return add({RandomExpr::Kind::Apply, around.graph->ports.size() - 1, {}, {argument}});
    }
    if (around.callables == 0) {
      return atom(around);
    }
    return call(around, depth, random_.below(around.callables));
  }

  ExprIndex call(const Surroundings& around, std::size_t depth, std::size_t callee) {
    RandomExpr made{RandomExpr::Kind::Call, callee};
    const std::vector<RandomPort> ports = p_.callables[callee].ports;
    for (const RandomPort& port : ports) {
      RandomArgument argument;
      if (port.kind != RandomPort::Kind::Value) {
        argument.function = function(around, depth - 1, port.kind);
      } else if (!port.default_value || random_.chance(2)) {
        argument.value = expr(around, depth - 1);
      }
      made.arguments.push_back(std::move(argument));
    }
    return add(std::move(made));
  }

  RandomFunction function(const Surroundings& around, std::size_t depth, RandomPort::Kind kind) {
    RandomFunction made;
    if (kind == RandomPort::Kind::Eval) {
      made.kind = RandomFunction::Kind::Eval;
      made.body = expr(around, depth);
      return made;
    }
    const std::size_t choice = random_.below(4);
    if (choice == 0 && around.graph && around.graph->ports.back().kind == RandomPort::Kind::Fn) {
      made.kind = RandomFunction::Kind::Forward;
      made.port = around.graph->ports.size() - 1;
      return made;
    }
    const std::optional<std::size_t> callee =
        around.callables > 0 ? std::optional(random_.below(around.callables)) : std::nullopt;
    const bool is_plain =
        callee && std::all_of(p_.callables[*callee].ports.begin(),
                              p_.callables[*callee].ports.end(), [](const RandomPort& port) {
                                return port.kind == RandomPort::Kind::Value && !port.default_value;
                              });
    if (choice <= 2 && is_plain) {
      made.callee = *callee;
      made.kind = p_.callables[*callee].ports.size() == 1 ? RandomFunction::Kind::Named
                                                          : RandomFunction::Kind::Partial;
      for (std::size_t i = 1; i < p_.callables[*callee].ports.size(); ++i) {
        made.rest.push_back(expr(around, depth));
      }
      return made;
    }
    made.parameter = fresh("x");
    Surroundings inside = around;
    inside.names.push_back(made.parameter);
    made.body = expr(inside, depth);
    return made;
  }

  std::string fresh(const char* stem) { return fmt::format("{}{}", stem, names_++); }

  Random& random_;
  RandomProgram p_;
  std::size_t names_ = 0;
};

class Writer {
 public:
  Writer(const RandomProgram& program, Random* shuffle) : p_(program), shuffle_(shuffle) {}

  std::string text() {
    std::vector<std::string> parts;
    for (const RandomFeature& feature : p_.features) {
      parts.push_back(fmt::format(
          "feature {}: float at {}{};\n", feature.path, feature.rate,
          feature.definition ? " = " + expr(*feature.definition, nullptr) : std::string()));
    }
    for (const RandomCallable& callable : p_.callables) {
      parts.push_back(callable.is_leaf ? leaf(callable) : graph(callable));
    }
    std::string profile =
        "profile p {\n    provide host.point as attribute 0;\n    provide host.time, host.eye, "
        "host.place as uniform;\n";
    for (std::size_t i = 0; i < p_.outputs.size(); ++i) {
      profile += fmt::format("    fragment demand out{}: float as target {};\n", i, i);
    }
    parts.push_back(profile + "}\n");
    std::vector<std::string> lines = bindings(p_.bindings, nullptr);
    for (std::size_t i = 0; i < p_.outputs.size(); ++i) {
      lines.push_back(fmt::format("    output out{} = {};\n", i, expr(p_.outputs[i], nullptr)));
    }
    std::string material = "material m {\n";
    for (std::size_t i = 0; i < p_.parameter_count; ++i) {
      material += fmt::format("    param p{}: float = 1.0;\n", i);
    }
    parts.push_back(material + joined(std::move(lines)) + "}\n");
    return joined(std::move(parts));
  }

 private:
  std::string joined(std::vector<std::string> parts) {
    for (std::size_t i = parts.size(); shuffle_ && i > 1; --i) {
      std::swap(parts[i - 1], parts[shuffle_->below(i)]);
    }
    std::string all;
    for (const std::string& part : parts) {
      all += part;
    }
    return all;
  }

  std::string signature(const RandomCallable& callable) {
    std::string text;
    for (const RandomPort& port : callable.ports) {
      text += text.empty() ? "" : ", ";
      if (port.kind == RandomPort::Kind::Fn) {
        text += port.name + ": fn(x: float) -> float";
      } else if (port.kind == RandomPort::Kind::Eval) {
        text += fmt::format("{}: eval({}) -> float", port.name, p_.features[port.feature].path);
      } else {
        text += port.name + ": float" +
                (port.default_value ? " = " + expr(*port.default_value, nullptr) : "");
      }
    }
    return fmt::format("{}({}) -> float", callable.name, text);
  }

  std::string leaf(const RandomCallable& callable) {
    std::string sum;
    for (std::size_t feature : callable.own_features) {
      sum += p_.features[feature].path + " + ";
    }
    for (const RandomPort& port : callable.ports) {
      sum += port.kind == RandomPort::Kind::Value ? port.name + " + " : std::string();
    }
    for (const RandomPortCall& call : callable.port_calls) {
      std::string argument = call.feature ? p_.features[*call.feature].path : "1.5";
      for (std::size_t port : call.ports) {
        argument += " * " + callable.ports[port].name;
      }
      const RandomPort& port = callable.ports[call.port];
      for (int times = call.is_fed_back ? 2 : 1; times > 0; --times) {
        argument = port.kind == RandomPort::Kind::Fn
                       ? fmt::format("{}({})", port.name, argument)
                       : fmt::format("({} with ({}: {}))", port.name,
                                     p_.features[port.feature].path, argument);
      }
      sum += argument + " + ";
    }
    return fmt::format("fragment {} {{ return {}0.25; }}\n", signature(callable), sum);
  }

  std::vector<std::string> bindings(const std::vector<std::pair<std::string, ExprIndex>>& all,
                                    const RandomCallable* graph) {
    std::vector<std::string> lines;
    for (const auto& [name, value] : all) {
      lines.push_back(fmt::format("    {} = {};\n", name, expr(value, graph)));
    }
    return lines;
  }

  std::string graph(const RandomCallable& callable) {
    std::vector<std::string> lines = bindings(callable.bindings, &callable);
    lines.push_back(fmt::format("    output {};\n", expr(callable.output, &callable)));
    return fmt::format("graph {} {{\n{}}}\n", signature(callable), joined(std::move(lines)));
  }

  std::string expr(ExprIndex index, const RandomCallable* graph) {
    const RandomExpr& e = p_.exprs[index];
    switch (e.kind) {
      case RandomExpr::Kind::Number:
      case RandomExpr::Kind::Name:
        return e.name;
      case RandomExpr::Kind::Parameter:
        return fmt::format("p{}", e.index);
      case RandomExpr::Kind::Feature:
        return p_.features[e.index].path;
      case RandomExpr::Kind::Port:
        return graph->ports[e.index].name;
      case RandomExpr::Kind::Apply:
        return fmt::format("{}({})", graph->ports[e.index].name, expr(e.children[0], graph));
      case RandomExpr::Kind::With:
        return fmt::format("({} with ({}: {}))", expr(e.children[0], graph),
                           p_.features[e.index].path, expr(e.children[1], graph));
      case RandomExpr::Kind::Loop:
        return fmt::format("(loop {} with ({}: float = {}) {{ {} = {}; }}).{}", e.index, e.name,
                           expr(e.children[0], graph), e.name, expr(e.children[1], graph), e.name);
      case RandomExpr::Kind::Call:
        break;
    }
    std::string arguments;
    const RandomCallable& callee = p_.callables[e.index];
    for (std::size_t i = 0; i < e.arguments.size(); ++i) {
      const RandomArgument& argument = e.arguments[i];
      if (argument.value || argument.function) {
        arguments +=
            (arguments.empty() ? "" : ", ") + callee.ports[i].name + ": " +
            (argument.value ? expr(*argument.value, graph) : function(*argument.function, graph));
      }
    }
    return fmt::format("{}({})", callee.name, arguments);
  }

  std::string function(const RandomFunction& f, const RandomCallable* graph) {
    switch (f.kind) {
      case RandomFunction::Kind::Named:
        return p_.callables[f.callee].name;
      case RandomFunction::Kind::Forward:
        return graph->ports[f.port].name;
      case RandomFunction::Kind::Lambda:
        return fmt::format("({}) => {}", f.parameter, expr(f.body, graph));
      case RandomFunction::Kind::Eval:
        return expr(f.body, graph);
      case RandomFunction::Kind::Partial:
        break;
    }
    std::string arguments;
    for (std::size_t i = 0; i < f.rest.size(); ++i) {
      arguments += (arguments.empty() ? "" : ", ") + p_.callables[f.callee].ports[i + 1].name +
                   ": " + expr(f.rest[i], graph);
    }
    return fmt::format("{}({})", p_.callables[f.callee].name, arguments);
  }

  const RandomProgram& p_;
  Random* shuffle_;
};

}  // namespace

RandomProgram random_program(Random& random) { return Generator(random).program(); }

std::string program_text(const RandomProgram& program, Random* shuffle) {
  return Writer(program, shuffle).text();
}

}  // namespace weft::testing
