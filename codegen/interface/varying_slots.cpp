#include "codegen/interface/varying_slots.h"

#include <algorithm>
#include <array>
#include <deque>
#include <initializer_list>
#include <map>
#include <utility>

namespace weft {
namespace {

constexpr std::size_t longest_slot_name = 60;

using Members = std::vector<std::uint32_t>;  // the varyings of a slot, in component order

/// Packs the varyings of one kind into slots: each of 4 components alone, each of 3 with one of 1,
/// two of 2 together, a last one of 2 with up to two of 1, then four of 1 together. A 3 can share
/// only with a 1, and each slot is as full as the remaining sizes allow, so the number of slots is
/// minimal.
class Packing {
 public:
  void add(std::uint32_t varying, int components) {
    waiting_[static_cast<std::size_t>(components)].push_back(varying);
  }

  std::vector<Members> run() {
    while (!waiting_[4].empty()) {
      fill({4});
    }
    while (!waiting_[3].empty()) {
      fill({3, 1});
    }
    while (!waiting_[2].empty()) {
      if (waiting_[2].size() > 1) {
        fill({2, 2});
      } else {
        fill({2, 1, 1});
      }
    }
    while (!waiting_[1].empty()) {
      fill({1, 1, 1, 1});
    }
    return std::move(slots_);
  }

 private:
  /// A slot with values of these sizes, as far as available.
  void fill(std::initializer_list<std::size_t> sizes) {
    Members members;
    for (const std::size_t size : sizes) {
      if (!waiting_[size].empty()) {
        members.push_back(waiting_[size].front());
        waiting_[size].pop_front();
      }
    }
    slots_.push_back(std::move(members));
  }

  std::array<std::deque<std::uint32_t>, 5> waiting_;  // by size
  std::vector<Members> slots_;
};

/// The name without the number that tells it from others: `part` for `part_2`.
std::string_view without_number(std::string_view name) {
  const std::size_t end = name.find_last_not_of("0123456789");
  const bool is_numbered =
      end != std::string_view::npos && end > 0 && end + 1 < name.size() && name[end] == '_';
  return is_numbered ? name.substr(0, end) : name;
}

/// The names joined with `_`, or `values` if that is too long. Names that differ by a number alone
/// are one in the plural: `parts` for `part` and `part_2`.
std::string joined_name(const std::vector<Varying>& varyings, const Members& members) {
  std::vector<std::pair<std::string_view, std::string_view>> names;  // without number, whole
  std::vector<bool> is_plural;
  for (const std::uint32_t member : members) {
    const std::string_view whole = varyings[member].name;
    const std::string_view stem = without_number(whole);
    const auto known = std::find_if(names.begin(), names.end(),
                                    [stem](const auto& one) { return one.first == stem; });
    if (known == names.end()) {
      names.emplace_back(stem, whole);
      is_plural.push_back(false);
    } else {
      is_plural[static_cast<std::size_t>(known - names.begin())] = true;
    }
  }
  std::string joined;
  for (std::size_t i = 0; i < names.size(); ++i) {
    joined += i == 0 ? "" : "_";
    joined += is_plural[i] ? names[i].first : names[i].second;
    joined += is_plural[i] && !names[i].first.ends_with('s') ? "s" : "";
  }
  return joined.size() > longest_slot_name ? "values" : joined;
}

}  // namespace

void pack_varyings(std::vector<Varying>& varyings, std::vector<VaryingSlot>& slots,
                   std::uint32_t first_location) {
  std::map<std::pair<bool, Scalar>, Packing> kinds;
  std::vector<Members> all;
  for (std::uint32_t i = 0; i < varyings.size(); ++i) {
    const DataType type = varyings[i].stored;
    if (type.is_matrix()) {
      all.push_back({i});
    } else {
      kinds[{varyings[i].is_flat, type.scalar_kind()}].add(i, type.component_count());
    }
  }
  for (auto& [kind, packing] : kinds) {
    std::vector<Members> packed = packing.run();
    all.insert(all.end(), packed.begin(), packed.end());
  }
  std::sort(all.begin(), all.end(), [](const Members& a, const Members& b) {
    return *std::min_element(a.begin(), a.end()) < *std::min_element(b.begin(), b.end());
  });
  std::uint32_t location = first_location;
  for (const Members& members : all) {
    int used = 0;
    for (const std::uint32_t member : members) {
      varyings[member].slot = static_cast<std::uint32_t>(slots.size());
      varyings[member].component = static_cast<std::uint32_t>(used);
      varyings[member].location = location;
      used += varyings[member].stored.component_count();
    }
    const Varying& first = varyings[members.front()];
    const DataType type = first.stored.is_matrix()
                              ? first.stored
                              : DataType::vector(first.stored.scalar_kind(), used);
    slots.push_back({joined_name(varyings, members), type, location, first.is_flat});
    location +=
        static_cast<std::uint32_t>(type.is_matrix() ? std::max(type.rows(), type.columns()) : 1);
  }
}

bool shares_slot(const Varying& varying, const std::vector<VaryingSlot>& slots) {
  return slots[varying.slot].type != varying.stored;
}

std::string varying_text(const Varying& varying, const VaryingSlot& declared, std::string slot) {
  if (declared.type != varying.stored) {
    slot +=
        "." + std::string("xyzw").substr(
                  varying.component, static_cast<std::size_t>(varying.stored.component_count()));
  }
  return slot;
}

}  // namespace weft
