#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "fragments/model/body_flow.h"
#include "fragments/model/intrinsics.h"
#include "fragments/model/library.h"

namespace weft {

/// A place in a leaf's body that allows no variation of what it stands on.
struct BodyDemand {
  enum class Kind {
    Together,  ///< neighbouring fragments are compared: all of them have to come along
    Uniform,   ///< an argument for a `uniform` port
    Constant,  ///< an argument for a `constant` port
  } kind;
  FlowSet of;  ///< what must not vary, in terms of the body that was asked for
  Span span;   ///< of the call of the intrinsic, or of the argument; in whichever body it stands
  Intrinsic compares = Intrinsic(0);   ///< of Kind::Together
  FragmentId insists = FragmentId(0);  ///< otherwise whose port it is,
  std::uint32_t port = 0;              ///< and which
};

/// What the bodies of leaves demand, with what the leaves demand that they call. Answers are
/// remembered; not for several threads at once. `library` must outlive it.
class BodyDemands {
 public:
  explicit BodyDemands(const Library& library) : library_(library) {}

  /// Of the body that find_body gives. At most three per expression of it. Nothing of native
  /// leaves. O(size of the bodies × ports and features), once per body.
  const std::vector<BodyDemand>& of(FragmentId fragment,
                                    const std::vector<DataType>& type_arguments,
                                    const UnreadFeatures& unread = {});

 private:
  using Key = std::pair<FragmentId, std::size_t>;  // and which of its instances
  std::optional<Key> key_of(const BodyCall& call) const;
  std::vector<BodyDemand> find(const Fragment& fragment, const Body& body) const;

  const Library& library_;
  std::map<Key, std::vector<BodyDemand>> known_;
  std::map<std::pair<Key, UnreadFeatures>, std::vector<BodyDemand>> specialized_;
  const std::vector<BodyDemand> none_;
};

}  // namespace weft
