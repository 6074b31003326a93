#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "fragments/model/body_flow.h"
#include "fragments/model/intrinsics.h"
#include "fragments/model/library.h"

namespace weft {

/// A place in a leaf's body that restricts how far a value it depends on may vary.
///
/// A derivative compares neighboring fragments, so the control flow that leads to it must be
/// uniform; a `uniform` or `constant` port restricts its argument. The value at that place may come
/// from the leaf's own ports and features, so the demand is expressed in those terms and checked at
/// each call.
struct BodyDemand {
  enum class Kind {
    Together,  ///< takes a derivative: needs uniform control flow
    Uniform,   ///< an argument of a `uniform` port
    Constant,  ///< an argument of a `constant` port
  } kind;
  FlowSet of;  ///< what must not vary, in terms of the queried body
  Span span;   ///< of the intrinsic call or the argument, in whichever body contains it
  Intrinsic compares = Intrinsic(0);   ///< of Kind::Together
  FragmentId insists = FragmentId(0);  ///< otherwise: the fragment of the port
  std::uint32_t port = 0;              ///< and its position
};

/// The demands of leaf bodies, including those of the leaves that they call. Memoized; not
/// thread-safe. `library` must outlive it.
class BodyDemands {
 public:
  explicit BodyDemands(const Library& library) : library_(library) {}

  /// The demands of the body that find_body returns, at most three per expression. None for native
  /// leaves. O(size of the bodies × ports and features), once per body.
  const std::vector<BodyDemand>& of(FragmentId fragment,
                                    const std::vector<DataType>& type_arguments,
                                    const Specialization& special = {});

 private:
  using Key = std::pair<FragmentId, std::size_t>;  // and the index of the instance
  std::optional<Key> key_of(const BodyCall& call) const;
  std::vector<BodyDemand> find(const Fragment& fragment, const Body& body) const;

  const Library& library_;
  std::map<Key, std::vector<BodyDemand>> known_;
  std::map<std::pair<Key, Specialization>, std::vector<BodyDemand>> specialized_;
  const std::vector<BodyDemand> none_;
};

}  // namespace weft
