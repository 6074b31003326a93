#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fragments/model/library.h"

namespace weft {

/// Binding decides which port gets which argument of a call. Positional arguments come first and
/// go to the ports in order, named ones to the port of their name. It looks at names and counts
/// alone, so bodies, graphs and overload resolution share it; whether the values fit is a matter
/// of types. Whether a port may be left open is up to the caller as well: a graph stitches some, a
/// leaf passes some through.

/// What a call writes in front of an argument.
struct ArgumentLabel {
  std::optional<NameId> name;
  bool is_parameter = false;  ///< see CallArgument::is_parameter
};

struct BindingError {
  enum class Kind {
    UnknownName,  ///< no port has the argument's name
    TooMany,      ///< a positional argument, or a function's parameter, without a port left for it
    BoundTwice,   ///< another argument has the port already
  };
  Kind kind;
  std::uint32_t argument;
  std::optional<std::uint32_t> port = {};  ///< of BoundTwice

  friend bool operator==(const BindingError&, const BindingError&) = default;
};

/// Where the value of a port comes from.
enum class PortSource { Argument, Default, Missing };

struct BoundArguments {
  /// The argument per port, the first if several claim it. Adapting ports (FragmentPort::adapts)
  /// have none.
  std::vector<std::optional<std::uint32_t>> argument_of_port;
  /// The port that each argument claims; none for UnknownName and TooMany.
  std::vector<std::optional<std::uint32_t>> port_of_argument;
  std::vector<BindingError> errors;  ///< in the order of the arguments

  bool is_given(std::size_t port) const { return argument_of_port[port].has_value(); }
  PortSource source(std::size_t port, const FragmentPort& declared) const {
    return is_given(port)           ? PortSource::Argument
           : declared.default_value ? PortSource::Default
                                    : PortSource::Missing;
  }
};

/// Binds the arguments of a call to the ports of a fragment, or to the parameters of a function
/// port. O(ports + arguments); a name costs O(ports).
BoundArguments bind_arguments(const std::vector<FragmentPort>& ports,
                              const std::vector<ArgumentLabel>& arguments);
BoundArguments bind_arguments(const std::vector<FragmentPort>& ports,
                              const std::vector<CallArgument>& arguments);

/// `did you mean 'x'?` for a name that no port has; empty if none is similar.
std::string port_name_hint(const Library& library, const std::vector<FragmentPort>& ports,
                           NameId wrong);

}  // namespace weft
