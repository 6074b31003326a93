#pragma once

namespace weft {

/// Combines several lambdas into one visitor for std::visit.
template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace weft
