#include "fragments/check/adapted_ports.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace weft {
namespace {

bool same_entries(const TypePattern& a, const TypePattern& b) {
  return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const PatternEntry& x, const PatternEntry& y) {
                      return x.trait == y.trait && x.value == y.value && x.variable == y.variable &&
                             x.conditional == y.conditional;
                    });
}

/// Compares two signatures whose parameters have the same data types.
bool same_traits(const FragmentPort& a, const FragmentPort& b) {
  return same_entries(a.type, b.type) &&
         std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(),
                    b.parameters.end(), [](const FragmentPort& x, const FragmentPort& y) {
                      return same_entries(x.type, y.type);
                    });
}

PatternEntry* find_entry(TypePattern& pattern, TraitId trait) {
  const auto at = std::find_if(pattern.entries.begin(), pattern.entries.end(),
                               [trait](const PatternEntry& entry) { return entry.trait == trait; });
  return at != pattern.entries.end() ? &*at : nullptr;
}

void add_entry(TypePattern& pattern, const PatternEntry& entry) {
  const auto at =
      std::find_if(pattern.entries.begin(), pattern.entries.end(),
                   [&entry](const PatternEntry& other) { return entry.trait < other.trait; });
  pattern.entries.insert(at, entry);
}

/// Adapts a parameter to the traits of the values that the taker passes.
void adapt_parameter(TypePattern& own, const TypePattern& taker) {
  for (const PatternEntry& passed : taker.entries) {
    PatternEntry* stated = find_entry(own, passed.trait);
    if (!passed.value || (stated != nullptr && stated->value == passed.value)) {
      continue;
    }
    if (stated != nullptr) {
      *stated = passed;
    } else {
      add_entry(own, passed);
    }
  }
}

/// Adapts the result to the traits that the taker demands.
void adapt_result(TypePattern& own, const TypePattern& taker, const Lattice& lattice) {
  for (const PatternEntry& wanted : taker.entries) {
    PatternEntry* stated = find_entry(own, wanted.trait);
    const bool is_fine = !wanted.value || (stated != nullptr && stated->value &&
                                           lattice.is_within(*stated->value, *wanted.value));
    if (is_fine) {
      continue;
    }
    if (stated != nullptr) {
      stated->value = wanted.value;
      stated->variable.reset();
    } else {
      PatternEntry entry = wanted;
      entry.conditional = wanted.conditional || !lattice.trait(wanted.trait).default_value;
      add_entry(own, entry);
    }
  }
}

/// The listed port's signature adapted to the taker, except for the parameters bound at the call.
FragmentPort adapted(const Library& library, const FragmentPort& own, const FragmentPort& taker,
                     const std::vector<bool>& is_given) {
  // Bound parameters keep the types of the listed port.
  FragmentPort made = own;
  std::size_t next = 0;
  for (std::size_t i = 0; i < made.parameters.size(); ++i) {
    if (!is_given[i]) {
      adapt_parameter(made.parameters[i].type, taker.parameters[next++].type);
    }
  }
  adapt_result(made.type, taker.type, library.lattice);
  return made;
}

}  // namespace

std::uint32_t port_for_taker(Library& library, FragmentId leaf, const HandedFunction& handed) {
  const Fragment& taking = library.fragments[handed.taker];
  const FragmentPort& called = taking.ports[handed.port_of_taker];
  const std::uint32_t listed = called.adapts ? called.adapts->port : handed.port_of_taker;
  std::vector<FragmentPort::Adapts> takers{{handed.port, handed.taker, listed}};
  std::vector<const FragmentPort*> signatures{&taking.ports[listed]};
  for (const FragmentPort& further : called.through) {
    takers.push_back({handed.port, further.adapts->taker, further.adapts->taker_port});
    signatures.push_back(&further);
  }
  if (called.adapts) {
    takers.push_back({handed.port, called.adapts->taker, called.adapts->taker_port});
    signatures.push_back(&called);
  }
  const FragmentPort& own = library.fragments[leaf].ports[handed.port];
  std::vector<bool> is_given(own.parameters.size(), false);
  for (const std::uint32_t position : handed.given) {
    is_given[position] = true;
  }
  std::vector<FragmentPort> way;
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const FragmentPort& before = way.empty() ? own : way.back();
    FragmentPort next = adapted(library, before, *signatures[i], is_given);
    if (same_traits(before, next)) {
      continue;
    }
    next.adapts = takers[i];
    next.through.clear();
    next.default_value.reset();
    next.span = handed.span;
    way.push_back(std::move(next));
  }
  if (way.empty()) {
    return handed.port;
  }
  FragmentPort made = std::move(way.back());
  way.pop_back();
  made.through = std::move(way);
  std::vector<FragmentPort>& ports = library.fragments[leaf].ports;
  const auto known = std::find_if(ports.begin(), ports.end(), [&made](const FragmentPort& port) {
    return port.adapts && port.adapts->port == made.adapts->port && same_traits(port, made) &&
           std::equal(port.through.begin(), port.through.end(), made.through.begin(),
                      made.through.end(), same_traits);
  });
  if (known != ports.end()) {
    return static_cast<std::uint32_t>(known - ports.begin());
  }
  std::vector<std::uint32_t>& counted = library.fragments[leaf].depends_on;
  if (std::find(counted.begin(), counted.end(), handed.port) != counted.end()) {
    counted.push_back(static_cast<std::uint32_t>(ports.size()));
  }
  ports.push_back(std::move(made));
  return static_cast<std::uint32_t>(ports.size() - 1);
}

bool calls_port(const Body& body, std::uint32_t port) {
  return std::any_of(body.port_calls.begin(), body.port_calls.end(),
                     [port](const PortCall& call) { return call.port == port; });
}

}  // namespace weft
