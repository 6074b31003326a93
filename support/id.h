#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace weft {

/// An index into the Store<T> that issued it, typed so that ids of different kinds cannot be mixed
/// up. Absence is std::optional<Id<T>>, never a reserved index.
template <typename T>
class Id {
 public:
  explicit constexpr Id(std::uint32_t index) : index_(index) {}
  explicit constexpr Id(std::size_t index) : index_(static_cast<std::uint32_t>(index)) {}
  explicit constexpr Id(int index) : index_(static_cast<std::uint32_t>(index)) {}

  constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  std::uint32_t index_;
};

}  // namespace weft

template <typename T>
struct std::hash<weft::Id<T>> {
  std::size_t operator()(weft::Id<T> id) const noexcept {
    return std::hash<std::uint32_t>()(id.index());
  }
};
