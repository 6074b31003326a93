// Every shipped fragment, graph and conversion, called alone by a material made for it: it
// composes, and both languages have valid modules. Values and pictures are the business of other
// tests.

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "codegen/emit.h"
#include "composer/checks/tried_signature.h"
#include "composer/compose.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "fragments/model/signature_types.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing::library_calls_test {

namespace {

using namespace weft;

/// Hosts that offer everything, and fragments that read values of any type.
const std::string host_text = R"(
import "area_lights";
import "deferred";
import "materialx";
import "profiles";
import "punctual";
import "shadow_maps";
import "shadows";
import "vertices";

/// A number that depends on a value of any type.
fragment seen<T>(x: T, again: T) -> float { return x == again ? 1.0 : 0.0; }
/// A value that depends on another one.
fragment touched<T, U>(x: T, by: U, again: U) -> T keeps {norm} { return by == again ? x : x; }
fragment both(a: float, b: float) -> float { return a + b; }

profile surfaces: base_mesh {
    provide mesh.position as attribute 4;
    provide mesh.normal as attribute 5;
    provide mesh.tangent as attribute 6;
    provide skin.joints as attribute 7;
    provide skin.weights as attribute 8;
    provide instance.to_object as attribute 9 instance;
    provide skin.matrices as buffer [capacity: 8];
    provide area_lights, punctual, materialx_lights as buffer [capacity: 4];
    provide point_lights, spot_lights, sphere_lights as buffer [capacity: 4];
    provide morph as buffer [capacity: 8];
    provide sun_shadow as uniform [capacity: 4];
    provide light, viewport, gbuffer, shadow, compared_shadow, point_shadow, materialx_environment as uniform;
    fragment demand value: float as target 0;
}
profile threads: base_compute {
    provide simulation as push;
    thread demand value: float as image 0 r32f;
}
)";

/// One way of calling a fragment.
struct Call {
  FragmentId fragment = FragmentId(0);
  TriedSignature signature;
  bool gives_defaults = false;  ///< values for ports that have defaults, but no features
};

DataType chosen_type(const Library& library, const FragmentTypeParameter& parameter) {
  if (parameter.bound.declared) {
    return library.data_types.bound(*parameter.bound.declared).types.front();
  }
  const TypeBound bound = parameter.bound.type;
  return is_within(float3_type, bound) ? float3_type : members_of(bound).front();
}

/// The choices of types that bounds and relations allow. Types without a bound are triples,
/// lengths 4.
std::vector<std::vector<DataType>> choices_of(const Library& library, const Fragment& fragment) {
  constexpr std::size_t most = 64;
  std::vector<std::vector<DataType>> tried = tried_types(library, fragment, most);
  if (!tried.empty()) {
    return tried;
  }
  KnownTypes known;
  for (const FragmentTypeParameter& parameter : fragment.type_parameters) {
    const bool follows = parameter.array || parameter.fixed;
    known.push_back(parameter.is_length ? std::optional(DataType::length(4))
                    : follows           ? parameter.fixed
                                        : std::optional(chosen_type(library, parameter)));
  }
  if (!relate_types(library.data_types, fragment, known)) {
    return {};
  }
  std::vector<DataType> types;
  for (const std::optional<DataType>& type : known) {
    types.push_back(type.value_or(DataType()));
  }
  return {std::move(types)};
}

/// Adds calls to a material, with parameters for their ports, and makes all results one number.
class CallsMaterial {
 public:
  CallsMaterial(Library& library, const std::string& name) : library_(library) {
    material_.name = library.names.intern(name);
  }

  void add(const Call& call) {
    ++calls_;
    const Fragment& fragment = library_.fragments[call.fragment];
    if (fragment.is_conversion()) {
      see(converted(fragment, call));
      return;
    }
    CallNode node{fragment.name, {call.fragment}, {}};
    for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
      const FragmentPort& port = fragment.ports[i];
      if (port.default_value && (!call.gives_defaults || port.is_implicit)) {
        continue;
      }
      node.arguments.push_back({port.name, argument(port, call), port.span, port.span});
    }
    node.may_leave_types_open = fragment.leaves_types_open;
    const NodeId called = put(std::move(node));
    for (const FragmentResult& result : fragment.results) {
      NodeId value = fragment.results.size() == 1 ? called : put(MemberNode{called, result.name});
      if (fragment.leaves_types_open) {
        value =
            put(DeclaredNode{value, pattern_of(tried_type(library_, result.type, call.signature))});
      }
      see(value);
    }
  }

  /// The material, which the library then has.
  MaterialId finish() {
    material_.graph.outputs.push_back({library_.names.intern("value"), *sum_, Span{}});
    return library_.materials.add(std::move(material_));
  }

 private:
  template <typename Kind>
  NodeId put(Kind kind) {
    return material_.graph.nodes.add({std::move(kind), std::nullopt, Span{}});
  }

  NodeId call_of(const char* name, const std::vector<NodeId>& values) {
    const NameId callee = library_.names.intern(name);
    CallNode node{callee, library_.find_fragments(callee), {}};
    for (const NodeId value : values) {
      node.arguments.push_back({std::nullopt, value, Span{}});
    }
    return put(std::move(node));
  }

  void see(NodeId value) {
    const NodeId number = call_of("seen", {value, value});
    sum_ = sum_ ? call_of("both", {*sum_, number}) : number;
  }

  NodeId parameter(NameId name, SemanticType type) {
    MaterialParameter parameter;
    parameter.name = library_.names.intern("c" + std::to_string(calls_) + "_" +
                                           std::string(library_.text(name)));
    parameter.type = std::move(type);
    material_.parameters.push_back(std::move(parameter));
    return put(ParameterNode{static_cast<std::uint32_t>(material_.parameters.size() - 1)});
  }

  NodeId argument(const FragmentPort& port, const Call& call) {
    SemanticType type = tried_type(library_, port.type, call.signature);
    if (port.restriction == PortRestriction::Constant && type.data().is_plain()) {
      return put(LiteralNode{ones(type.data())});
    }
    NodeId value = parameter(port.name, std::move(type));
    if (port.kind == FragmentPort::Kind::Eval) {
      for (const FeatureId feature : port.injected) {
        if (!library_.features[feature].type.data().is_texture()) {
          const NodeId read = put(FeatureNode{feature});
          value = call_of("touched", {value, read, read});
        }
      }
    }
    if (port.kind != FragmentPort::Kind::Fn) {
      return value;
    }
    LambdaNode lambda{{}, value};
    for (const FragmentPort& of_function : port.parameters) {
      const NodeId bound = put(BoundNode{of_function.name, std::nullopt});
      lambda.parameters.push_back(bound);
      lambda.body = call_of("touched", {lambda.body, bound, bound});
    }
    return put(std::move(lambda));
  }

  static TypePattern pattern_of(const SemanticType& type) {
    TypePattern pattern;
    pattern.data = type.data();
    for (const TraitEntry& entry : type.entries()) {
      pattern.entries.push_back({entry.trait, entry.value, std::nullopt, false, Span{}});
    }
    return pattern;
  }

  /// A value of the conversion's input type, at a place that demands its output type.
  NodeId converted(const Fragment& conversion, const Call& call) {
    SemanticType type = tried_type(library_, conversion.ports.front().type, call.signature);
    for (const PatternEntry& entry : conversion.ports.front().type.entries) {
      if (entry.conditional && entry.value) {
        type.set(entry.trait, *entry.value, library_.lattice);
      }
    }
    const ConversionEffect& effect = *conversion.effect();
    SemanticType wanted(effect.output_data.value_or(type.data()));
    TypePattern pattern = pattern_of(wanted);
    for (const TraitEntry& entry : effect.sets) {
      pattern.entries.push_back({entry.trait, entry.value, std::nullopt, false, Span{}});
    }
    return put(DeclaredNode{parameter(conversion.name, type), std::move(pattern)});
  }

  Library& library_;
  Material material_;
  std::optional<NodeId> sum_;
  std::size_t calls_ = 0;
};

/// Whether the plan has a call of the fragment; graphs are expanded.
bool has_call(const Library& library, const Plan& plan, FragmentId fragment) {
  if (library.fragments[fragment].is_graph()) {
    return true;
  }
  return std::any_of(plan.evaluations.begin(), plan.evaluations.end(),
                     [&](const Evaluation& evaluation) {
                       const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
                       return leaf != nullptr && leaf->fragment == fragment;
                     });
}

/// How calls are composed: as written, and as a user composes them.
const ComposeRequest as_written = {MaterialId(0), ProfileId(0), {}, {.is_on = false}, false};
const ComposeRequest as_usual = {MaterialId(0), ProfileId(0), {}};

class Calls {
 public:
  explicit Calls(Library& library) : library_(library), composer_(library) {}

  /// The errors of composing the calls in one material for a profile and of its modules.
  std::string errors(const std::vector<Call>& calls, const std::string& profile) {
    const MaterialId material = material_of(calls);
    for (const ComposeRequest& how : {as_written, as_usual}) {
      const auto placed = composed(material, profile, how);
      if (!placed) {
        return text(placed.error());
      }
      const auto emission = emit(library_, *placed, {.glsl = true, .hlsl = true, .spirv = true});
      if (!emission) {
        return text(emission.error());
      }
    }
    return "";
  }

  /// Finds calls of one fragment that compose for a profile: one for each choice of types, and one
  /// more with values where there are defaults. Of trait variables the first values that work are
  /// taken. Returns the errors of the choices for which none do.
  std::string find_calls(FragmentId id, const std::string& profile, std::vector<Call>& calls) {
    const Fragment& fragment = library_.fragments[id];
    std::string failures;
    const std::vector<std::vector<DataType>> choices = choices_of(library_, fragment);
    for (const std::vector<DataType>& types : choices) {
      std::string first;
      for (const auto& variables : tried_variables(library_, fragment)) {
        std::vector<Call> found = {{id, {types, variables}, false}};
        if (has_defaults(fragment)) {
          found.push_back({id, {types, variables}, true});
        }
        const std::string messages = composing_errors(found, profile);
        if (messages.empty()) {
          calls.insert(calls.end(), found.begin(), found.end());
          first.clear();
          break;
        }
        first = first.empty() ? messages : first;
      }
      failures += first;
    }
    return choices.empty() ? "there is no type to try\n" : failures;
  }

 private:
  static bool has_defaults(const Fragment& fragment) {
    return std::any_of(fragment.ports.begin(), fragment.ports.end(), [](const FragmentPort& port) {
      return port.default_value && !port.is_implicit;
    });
  }

  MaterialId material_of(const std::vector<Call>& calls) {
    CallsMaterial material(library_, "m" + std::to_string(library_.materials.size()));
    for (const Call& call : calls) {
      material.add(call);
    }
    return material.finish();
  }

  Result<PlacedPlan> composed(MaterialId material, const std::string& profile,
                              ComposeRequest request) const {
    request.material = material;
    request.profile = *library_.find_profile(profile);
    return compose(composer_, request);
  }

  std::string composing_errors(const std::vector<Call>& calls, const std::string& profile) {
    for (const Call& call : calls) {
      const auto placed = composed(material_of({call}), profile, as_written);
      if (!placed) {
        return text(placed.error());
      }
      if (!has_call(library_, placed->plan, call.fragment)) {
        return "the plan has no call of it\n";
      }
    }
    return "";
  }

  std::string text(const Diagnostics& diagnostics) const {
    return render_text(diagnostics, library_.sources);
  }

  Library& library_;
  Composer composer_;
};

std::string name_of(const Library& library, FragmentId id) {
  return std::string(library.text(library.fragments[id].name));
}

/// All shipped files, and the hosts.
LoadedLibrary load_all() {
  const std::filesystem::path shaders = repository_root() / "shaders";
  std::vector<std::string> roots;
  for (const auto& entry : std::filesystem::directory_iterator(shaders)) {
    if (entry.path().extension() == ".weft") {
      roots.push_back(entry.path().string());
    }
  }
  std::sort(roots.begin(), roots.end());
  LoadOptions options;
  options.shipped_directories = {shaders.string()};
  return load_text("calls.weft", host_text, DiskReader(), options, roots);
}

/// The failures of calls that compose, by fragment.
std::string failures_of(Calls& calls, const Library& library, const std::vector<Call>& all,
                        const std::string& profile) {
  constexpr std::size_t per_material = 24;
  std::string failures;
  for (std::size_t begin = 0; begin < all.size(); begin += per_material) {
    const std::size_t end = std::min(all.size(), begin + per_material);
    const std::vector<Call> some(all.begin() + static_cast<std::ptrdiff_t>(begin),
                                 all.begin() + static_cast<std::ptrdiff_t>(end));
    if (calls.errors(some, profile).empty()) {
      continue;
    }
    std::string alone;
    for (const Call& call : some) {
      const std::string messages = calls.errors({call}, profile);
      alone += messages.empty() ? "" : name_of(library, call.fragment) + ": " + messages;
    }
    failures += alone.empty() ? calls.errors(some, profile) : alone;
  }
  return failures;
}

}  // namespace

TEST_CASE("library: every fragment alone is valid in both languages") {
  LoadedLibrary loaded = load_all();
  REQUIRE(render_text(loaded.diagnostics, loaded.library.sources) == "");
  Library& library = loaded.library;
  Calls calls(library);
  std::string failures;
  std::map<std::string, std::vector<Call>> by_profile;
  std::size_t tried = 0;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    const FragmentId id(i);
    if (library.fragments[id].span.file == library.root_file) {
      continue;
    }
    ++tried;
    const std::string name = name_of(library, id);
    std::vector<Call> found;
    std::string messages = calls.find_calls(id, "surfaces", found);
    const char* profile = "surfaces";
    if (!messages.empty() && calls.find_calls(id, "threads", found = {}).empty()) {
      messages.clear();
      profile = "threads";
    }
    failures += messages.empty() ? "" : name + ": " + messages;
    std::vector<Call>& list = by_profile[profile];
    list.insert(list.end(), found.begin(), found.end());
  }
  for (const auto& [profile, all] : by_profile) {
    failures += failures_of(calls, library, all, profile);
  }
  CHECK(failures == "");
  CHECK(tried > 1450);
  CHECK(by_profile["surfaces"].size() > 3000);
  CHECK_FALSE(by_profile["threads"].empty());
}

}  // namespace weft::testing::library_calls_test
