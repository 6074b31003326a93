#include "tests/property/naive_inference.h"

#include <algorithm>

#include <fmt/format.h>

namespace weft::testing {
namespace {

Rate rate_named(const std::string& name) {
  const std::map<std::string, Rate> rates{{"frame", Rate::Frame},
                                          {"view", Rate::View},
                                          {"object", Rate::Object},
                                          {"vertex", Rate::Vertex}};
  return rates.at(name);
}

}  // namespace

std::unique_ptr<NaiveInference> NaiveInference::unfold(const RandomProgram& program,
                                                       std::size_t most_terms) {
  std::unique_ptr<NaiveInference> made(new NaiveInference(program, most_terms));
  Scope scope;
  scope.bindings = &program.bindings;
  for (ExprIndex output : program.outputs) {
    made->outputs_.push_back(made->eval(output, scope));
  }
  if (made->is_too_large_) {
    return nullptr;
  }
  made->settle_rates();
  made->settle_levels();
  return made;
}

NaiveTerm* NaiveInference::make(NaiveTerm term) {
  is_too_large_ = is_too_large_ || terms_.size() >= most_terms_;
  terms_.push_back(std::move(term));
  return &terms_.back();
}

NaiveTerm* NaiveInference::make_number(float number) {
  return make({fmt::format("number {}", number), {}});
}

const NaiveTerm* NaiveInference::eval(ExprIndex index, const Scope& scope) {
  const RandomExpr& e = p_.exprs[index];
  if (is_too_large_) {
    return &terms_.front();
  }
  switch (e.kind) {
    case RandomExpr::Kind::Number:
      return make_number(std::stof(e.name));
    case RandomExpr::Kind::Parameter:
      return make({fmt::format("parameter {}", e.index), {}, Rate::Material});
    case RandomExpr::Kind::Feature:
      return feature(e.index, scope);
    case RandomExpr::Kind::Name: {
      if (auto at = scope.names.find(e.name); at != scope.names.end()) {
        return at->second;
      }
      const auto binding = std::find_if(scope.bindings->begin(), scope.bindings->end(),
                                        [&](const auto& known) { return known.first == e.name; });
      return eval(binding->second, scope);
    }
    case RandomExpr::Kind::Port: {
      const Passed& passed = scope.ports[e.index];
      if (passed.value) {
        return passed.value;
      }
      const std::size_t injected = scope.graph->ports[e.index].feature;
      return call_function(passed.closure, feature(injected, scope), injected);
    }
    case RandomExpr::Kind::Apply:
      return call_function(scope.ports[e.index].closure, eval(e.children[0], scope), 0);
    case RandomExpr::Kind::With: {
      Scope inside = scope;
      inside.injected[e.index] = eval(e.children[1], scope);
      return eval(e.children[0], inside);
    }
    case RandomExpr::Kind::Loop:
      return loop(e, scope);
    case RandomExpr::Kind::Call:
      break;
  }
  std::vector<Passed> passed;
  const RandomCallable& callee = p_.callables[e.index];
  for (std::size_t i = 0; i < e.arguments.size(); ++i) {
    const RandomArgument& argument = e.arguments[i];
    if (argument.value) {
      passed.push_back({eval(*argument.value, scope), {}});
    } else if (!argument.function) {
      passed.push_back(default_of(callee.ports[i], scope));
    } else if (argument.function->kind == RandomFunction::Kind::Forward) {
      passed.push_back(scope.ports[argument.function->port]);
    } else {
      passed.push_back({nullptr, {&*argument.function, std::make_shared<const Scope>(scope)}});
    }
  }
  return call(e.index, passed, scope);
}

/// Defaults can see the features at the call, but none of its names.
NaiveInference::Passed NaiveInference::default_of(const RandomPort& port, const Scope& scope) {
  Scope outside;
  outside.injected = scope.injected;
  return {eval(*port.default_value, outside), {}};
}

const NaiveTerm* NaiveInference::feature(std::size_t index, const Scope& scope) {
  if (auto at = scope.injected.find(index); at != scope.injected.end()) {
    return at->second;
  }
  const RandomFeature& feature = p_.features[index];
  if (feature.definition) {
    Scope outside;
    outside.injected = scope.injected;
    return eval(*feature.definition, outside);
  }
  NaiveTerm* read = make({"feature " + feature.path, {}, rate_named(feature.rate)});
  read->needs = {feature.path};
  if (feature.rate != "vertex") {
    return read;
  }
  read->is_vertex = true;
  return make({"interpolate", {read}, Rate::Fragment});
}

const NaiveTerm* NaiveInference::call(std::size_t callee, const std::vector<Passed>& passed,
                                      const Scope& scope) {
  const RandomCallable& callable = p_.callables[callee];
  if (callable.is_leaf) {
    return call_leaf(callable, passed, scope);
  }
  Scope inside;
  inside.ports = passed;
  inside.bindings = &callable.bindings;
  inside.injected = scope.injected;
  inside.graph = &callable;
  return eval(callable.output, inside);
}

const NaiveTerm* NaiveInference::call_leaf(const RandomCallable& leaf, std::vector<Passed> passed,
                                           const Scope& scope) {
  std::vector<const NaiveTerm*> features;
  for (std::size_t index : leaf.features) {
    features.push_back(feature(index, scope));
  }
  NaiveTerm term{leaf.name, {}};
  NaiveBinder* binder = nullptr;
  std::vector<NaiveTerm*> bound(leaf.ports.size(), nullptr);
  for (std::size_t i = 0; i < leaf.ports.size(); ++i) {
    if (!passed[i].value) {
      binder = binder ? binder : &binders_.emplace_back();
      bound[i] = make({"bound 0", {}});
      bound[i]->bound = binder;
      const NaiveTerm* result = call_function(passed[i].closure, bound[i], leaf.ports[i].feature);
      binder->results.push_back(result);
      passed[i].value = result;
    }
    term.children.push_back(passed[i].value);
  }
  std::set<std::size_t> needed(leaf.own_features.begin(), leaf.own_features.end());
  for (const RandomPortCall& port_call : leaf.port_calls) {
    // An unread injected expression is dead, and needs nothing.
    const bool is_dead = leaf.ports[port_call.port].kind == RandomPort::Kind::Eval &&
                         !is_within(bound[port_call.port], passed[port_call.port].value);
    if (is_dead) {
      continue;
    }
    std::vector<const NaiveTerm*>& sources = bound[port_call.port]->sources;
    for (std::size_t port : port_call.ports) {
      sources.push_back(passed[port].value);
    }
    if (port_call.feature) {
      const auto at = std::find(leaf.features.begin(), leaf.features.end(), *port_call.feature);
      sources.push_back(features[static_cast<std::size_t>(at - leaf.features.begin())]);
      needed.insert(*port_call.feature);
    }
    if (port_call.is_fed_back) {
      sources.push_back(passed[port_call.port].value);
    }
  }
  for (std::size_t i = 0; i < features.size(); ++i) {
    if (needed.contains(leaf.features[i])) {
      term.children.push_back(features[i]);
    }
  }
  term.owner = binder;
  return make(std::move(term));
}

bool NaiveInference::is_within(const NaiveTerm* term, const NaiveTerm* root) {
  std::vector<const NaiveTerm*> open{root};
  std::set<const NaiveTerm*> visited;  // terms are shared
  while (!open.empty()) {
    const NaiveTerm* next = open.back();
    open.pop_back();
    if (next == term) {
      return true;
    }
    if (visited.insert(next).second) {
      open.insert(open.end(), next->children.begin(), next->children.end());
    }
  }
  return false;
}

const NaiveTerm* NaiveInference::call_function(const Closure& closure, const NaiveTerm* argument,
                                               std::size_t feature) {
  const RandomFunction& f = *closure.function;
  Scope inside = *closure.scope;
  switch (f.kind) {
    case RandomFunction::Kind::Eval:
      inside.injected[feature] = argument;
      return eval(f.body, inside);
    case RandomFunction::Kind::Lambda:
      inside.names[f.parameter] = argument;
      return eval(f.body, inside);
    default:
      break;
  }
  std::vector<Passed> passed{{argument, {}}};
  for (ExprIndex rest : f.rest) {
    passed.push_back({eval(rest, inside), {}});
  }
  return call(f.callee, passed, inside);
}

const NaiveTerm* NaiveInference::loop(const RandomExpr& e, const Scope& scope) {
  const NaiveTerm* count = make({fmt::format("count {}", e.index), {}});
  const NaiveTerm* first = eval(e.children[0], scope);
  NaiveBinder* binder = &binders_.emplace_back();
  NaiveTerm* state = make({"bound 0", {}});
  state->bound = binder;
  Scope inside = scope;
  inside.names[e.name] = state;
  const NaiveTerm* next = eval(e.children[1], inside);
  binder->results.push_back(next);
  state->sources = {count, first, next};
  NaiveTerm* all = make({"loop " + e.name, {count, first, next}});
  all->owner = binder;
  return make({"result 0", {all}});
}

void NaiveInference::settle_rates() {
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (NaiveTerm& term : terms_) {
      Rate rate = term.own_rate;
      for (const NaiveTerm* source : term.children) {
        rate = join(rate, source->rate);
      }
      for (const NaiveTerm* source : term.sources) {
        rate = join(rate, source->rate);
      }
      has_changed = has_changed || rate != term.rate;
      term.rate = rate;
    }
  }
}

void NaiveInference::settle_levels() {
  for (NaiveTerm& term : terms_) {  // children precede parents
    if (term.bound) {
      term.free = {term.bound};
    }
    for (const NaiveTerm* child : term.children) {
      term.needs.insert(child->needs.begin(), child->needs.end());
      const bool is_function =
          term.owner && std::find(term.owner->results.begin(), term.owner->results.end(), child) !=
                            term.owner->results.end();
      for (const NaiveBinder* binder : child->free) {
        if (!is_function || binder != term.owner) {
          term.free.insert(binder);
        }
      }
    }
  }
  for (NaiveBinder& binder : binders_) {
    for (const NaiveTerm* result : binder.results) {
      for (const NaiveBinder* around : result->free) {
        binder.level = around == &binder ? binder.level : std::max(binder.level, around->level);
      }
    }
    ++binder.level;
  }
}

}  // namespace weft::testing
