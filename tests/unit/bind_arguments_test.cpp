// The port that each argument of a call binds to.

#include "fragments/model/bind_arguments.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace weft::testing::bind_arguments_test {

namespace {

using namespace weft;

/// Space-separated words.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// `a b= +a`: a port, a port with a default, a port that adapts another one.
std::vector<FragmentPort> ports_of(Interner& names, const std::string& text) {
  std::vector<FragmentPort> ports;
  for (const std::string& word : words_of(text)) {
    FragmentPort& port = ports.emplace_back();
    if (word.front() == '+') {
      port.adapts = FragmentPort::Adapts{};
    }
    if (word.back() == '=') {
      port.default_value = Graph{};
    }
    const std::size_t begin = word.front() == '+' ? 1 : 0;
    port.name = names.intern(word.substr(begin, word.find('=') - begin));
  }
  return ports;
}

/// `_ b: ?c`: a positional argument, a named one, a function's parameter.
std::vector<ArgumentLabel> labels_of(Interner& names, const std::string& text) {
  std::vector<ArgumentLabel> labels;
  for (const std::string& word : words_of(text)) {
    if (word == "_") {
      labels.push_back({});
    } else if (word.front() == '?') {
      labels.push_back({names.intern(word.substr(1)), true});
    } else {
      labels.push_back({names.intern(word.substr(0, word.size() - 1))});
    }
  }
  return labels;
}

/// Per port `NAME<-ARGUMENT`, `NAME=` for a default, `NAME!` for a missing value; then the errors.
std::string shown(const Interner& names, const std::vector<FragmentPort>& ports,
                  const BoundArguments& bound) {
  std::string text;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    text += (i == 0 ? "" : " ") + std::string(names.text(ports[i].name));
    switch (bound.source(i, ports[i])) {
      case PortSource::Argument:
        text += "<-" + std::to_string(*bound.argument_of_port[i]);
        break;
      case PortSource::Default:
        text += "=";
        break;
      case PortSource::Missing:
        text += "!";
        break;
    }
  }
  for (const BindingError& error : bound.errors) {
    text += error.kind == BindingError::Kind::UnknownName ? "; unknown "
            : error.kind == BindingError::Kind::TooMany   ? "; too many "
                                                          : "; twice ";
    text += std::to_string(error.argument);
    text += error.port ? " " + std::string(names.text(ports[*error.port].name)) : "";
  }
  return text;
}

}  // namespace

TEST_CASE("arguments are bound by position, then by name", "[fragments]") {
  struct Case {
    const char* ports;
    const char* arguments;
    const char* expected;
  };
  const Case cases[] = {
      {"a b", "_ _", "a<-0 b<-1"},
      {"a b c", "_ c: b:", "a<-0 b<-2 c<-1"},
      {"a b=", "_", "a<-0 b="},
      {"a b=", "b:", "a! b<-0"},
      {"", "", ""},
      {"a", "", "a!"},
      // Errors name the argument; the others are bound all the same.
      {"a", "_ _ _", "a<-0; too many 1; too many 2"},
      {"a b", "x: b:", "a! b<-1; unknown 0"},
      {"a b", "_ a:", "a<-0 b!; twice 1 a"},
      {"a b", "b: b: y:", "a! b<-0; twice 1 b; unknown 2"},
      // The source cannot reach ports that adapt others.
      {"f +f", "_ _", "f<-0 f!; too many 1"},
      {"f +f", "f:", "f<-0 f!"},
      // A function's parameter: its name, else the first without default, else the first.
      {"a b", "?b ?a", "a<-1 b<-0"},
      {"a= b c", "?x ?y ?z", "a<-2 b<-0 c<-1"},
      {"a b", "_ ?a", "a<-0 b<-1"},
      {"a b", "?b b:", "a! b<-0; twice 1 b"},
      {"a", "_ ?a", "a<-0; too many 1"},
      {"f +f", "_ ?f", "f<-0 f!; too many 1"},
  };
  for (const Case& c : cases) {
    INFO("ports " << c.ports << ", arguments " << c.arguments);
    Interner names;
    const std::vector<FragmentPort> ports = ports_of(names, c.ports);
    const BoundArguments bound = bind_arguments(ports, labels_of(names, c.arguments));
    CHECK(shown(names, ports, bound) == c.expected);
  }
}

TEST_CASE("each argument records its port", "[fragments]") {
  Interner names;
  const std::vector<FragmentPort> ports = ports_of(names, "a b");
  const BoundArguments bound = bind_arguments(ports, labels_of(names, "_ x: a: b:"));
  using Ports = std::vector<std::optional<std::uint32_t>>;
  CHECK(bound.port_of_argument == Ports{0, std::nullopt, 0, 1});
}

TEST_CASE("a misspelled argument name suggests the nearest port", "[fragments]") {
  Library library;
  const std::vector<FragmentPort> ports = ports_of(library.names, "color weight");
  CHECK(port_name_hint(library, ports, library.names.intern("wieght")) == "did you mean 'weight'?");
  CHECK(port_name_hint(library, ports, library.names.intern("time")).empty());
}

}  // namespace weft::testing::bind_arguments_test
