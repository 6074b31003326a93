#include "fragments/check/inline_handed_functions.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/adapted_ports.h"
#include "fragments/check/inline_calls.h"
#include "fragments/check/make_instances.h"

namespace weft {
namespace {

/// Limit on the nesting of leaves that pass a function on, which is also the nesting of the inlined
/// bodies.
constexpr int most_handed_through = 32;
/// Limit on the size of a body: repeated inlining can grow exponentially.
constexpr std::size_t most_expressions = 1'000'000;

class HandedFunctions {
 public:
  explicit HandedFunctions(Library& library) : library_(library) {}

  Diagnostics run() {
    for (std::size_t i = 0; i < library_.fragments.size(); ++i) {
      const std::size_t count = library_.fragments[FragmentId(i)].instances().size();
      for (std::size_t instance = 0; instance < count; ++instance) {
        const Key key{FragmentId(i), instance};
        if (hands_any_on(body_of(key))) {
          settle(key);
        }
      }
    }
    drop_refused();
    return std::move(faults_);
  }

 private:
  /// A body: a leaf and the index of its declared instance.
  using Key = std::pair<FragmentId, std::size_t>;

  Body& body_of(const Key& key) {
    return library_.fragments[key.first].code()->instances.body(key.second);
  }

  std::optional<Key> key_of(const BodyCall& call) const {
    const Fragment& leaf = library_.fragments[call.fragment];
    const BodyInstance* declared = leaf.find_declared(call.type_arguments);
    return declared != nullptr
               ? std::optional<Key>(
                     {call.fragment, static_cast<std::size_t>(declared - leaf.instances().data())})
               : std::nullopt;
  }

  /// Most bodies hand nothing on, which their few calls of ports show.
  static bool hands_any_on(const Body& body) {
    return std::any_of(body.port_calls.begin(), body.port_calls.end(),
                       [](const PortCall& call) { return call.handed.has_value(); });
  }

  /// The calls to which a body passes functions.
  static std::vector<std::pair<BodyCall, Span>> handing_calls(const Body& body) {
    std::vector<std::pair<BodyCall, Span>> calls;
    if (!hands_any_on(body)) {
      return calls;
    }
    for (const BodyExpr& expr : body.exprs) {
      if (hands_functions_on(body, expr)) {
        calls.emplace_back(body.calls[expr.payload], expr.span);
      }
    }
    return calls;
  }

  /// Processes callees first, with an explicit stack; the loader has rejected recursion between
  /// leaves.
  void settle(const Key& root) {
    std::vector<Key> open{root};
    while (!open.empty()) {
      const Key key = open.back();
      if (levels_.count(key) != 0) {
        open.pop_back();
        continue;
      }
      const std::size_t before = open.size();
      const auto calls = handing_calls(body_of(key));
      int level = 0;
      bool is_whole = true;
      for (const auto& [call, span] : calls) {
        const std::optional<Key> callee = key_of(call);
        if (!callee) {
          is_whole = false;  // its body has errors, which were reported
        } else if (levels_.count(*callee) == 0) {
          open.push_back(*callee);
        } else {
          level = std::max(level, levels_.at(*callee) + 1);
          is_whole = is_whole && levels_.at(*callee) != refused;
        }
      }
      if (open.size() == before) {
        open.pop_back();
        const bool is_done =
            calls.empty() || (is_whole && is_fine(key, calls, level) && inline_into(key));
        levels_.emplace(key, is_done ? level : refused);
      }
    }
  }

  bool is_fine(const Key& key, const std::vector<std::pair<BodyCall, Span>>& calls, int level) {
    const auto refuse = [&](Code code, Span span, std::string message) {
      faults_.push_back(error_at(code, span, std::move(message)));
      return false;
    };
    for (const auto& [call, span] : calls) {
      if (level > most_handed_through) {
        return refuse(Code::ExpansionLimit, span,
                      fmt::format("a function is forwarded through more than {} leaves",
                                  most_handed_through));
      }
      if (auto message = make_instances(library_, call.fragment, call.type_arguments)) {
        return refuse(Code::OutOfRange, span, std::move(*message));
      }
    }
    std::size_t expressions = body_of(key).exprs.size();
    for (const auto& [call, span] : calls) {
      const BodyInstance* instance =
          library_.fragments[call.fragment].find_instance(call.type_arguments);
      expressions += instance != nullptr ? instance->body.exprs.size() : 0;
    }
    if (expressions > most_expressions) {
      return refuse(
          Code::ExpansionLimit, calls.front().second,
          fmt::format(
              "inlining the functions that '{}' forwards makes its body {} expressions large",
              library_.text(library_.fragments[key.first].name), expressions));
    }
    return true;
  }

  /// Bodies that still pass functions on are left out, like others with errors.
  void drop_refused() {
    std::map<FragmentId, std::vector<BodyInstance>> kept;
    for (const auto& [key, level] : levels_) {
      if (level == refused) {
        kept[key.first];
      }
    }
    for (auto& [id, instances] : kept) {
      LeafCode& code = *library_.fragments[id].code();
      for (std::size_t i = 0; i < code.instances.all().size(); ++i) {
        const auto level = levels_.find({id, i});
        if (level == levels_.end() || level->second != refused) {
          instances.push_back(code.instances.all()[i]);
        }
      }
      code.instances.set(std::move(instances));
    }
  }

  /// Returns false if it reported an error.
  bool inline_into(const Key& key) {
    InlineOptions options;
    options.leaf_of = [this](const BodyCall& call) {
      const Fragment& leaf = library_.fragments[call.fragment];
      InlinedLeaf inlined{leaf.name, {}, &leaf.find_instance(call.type_arguments)->body};
      inlined.ports.reserve(leaf.ports.size());
      for (const FragmentPort& port : leaf.ports) {
        inlined.ports.push_back({port.name});
        if (port.adapts) {
          inlined.ports.back().adapts = port.adapts->port;
        }
      }
      return inlined;
    };
    options.port_for = [&](const HandedFunction& function) {
      return port_for_taker(library_, key.first, function);
    };
    auto body = inline_calls(body_of(key), options);
    if (!body) {
      faults_.insert(faults_.end(), body.error().begin(), body.error().end());
      return false;
    }
    body_of(key) = std::move(*body);
    return true;
  }

  Library& library_;
  /// Level of a body with an error, or that calls one.
  static constexpr int refused = -1;
  std::map<Key, int> levels_;  // number of leaves that functions are passed on through
  Diagnostics faults_;
};

}  // namespace

Diagnostics inline_handed_functions(Library& library) { return HandedFunctions(library).run(); }

}  // namespace weft
