#pragma once

namespace weft {

/// A bool as the element of a vector that passes over evaluations read and write: it has a byte of
/// its own, where std::vector<bool> would pack bits and shift and mask at each access.
class Flag {
 public:
  constexpr Flag() = default;
  constexpr Flag(bool is_set) : is_set_(is_set) {}     // NOLINT(google-explicit-constructor)
  constexpr operator bool() const { return is_set_; }  // NOLINT(google-explicit-constructor)

 private:
  bool is_set_ = false;
};

}  // namespace weft
