#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "composer/elaborate/anchored_values.h"
#include "composer/elaborate/elaborate.h"
#include "composer/evaluations/typed_graph.h"
#include "composer/typing/meeting.h"
#include "composer/typing/planned_call.h"
#include "composer/typing/type_rules.h"
#include "conversions/memo.h"
#include "fragments/analysis/body_demands.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/signature_types.h"
#include "support/index_table.h"

// Type inference: chooses an overload for every call, binds its type and trait variables, and finds
// a minimum-cost chain of conversions for every link, so that each input satisfies its demand.
//
// Typing runs forward over the hash-consed calls of the Elaborator: a call is typed once all its
// inputs are, and its type depends on them alone. The driver is an explicit stack, not recursion. A
// function that finds an input (or a feature, or the body of a function argument) untyped records
// it in waits_for_, changes nothing else and returns; the call is retried when the input has a
// type. So a call may be attempted several times, and chains of defaults or features never grow the
// C++ stack.
//
// For each overloaded call:
//   1. match() tests every candidate: arguments to ports (type_calls.cpp), then data types by
//      running the solver over the signature (type_variables.cpp), then traits.
//   2. Traits of operands that bind the same type variable are joined by meet() (meeting.h).
//      Where they disagree, every settlement is planned and the cheapest wins (settling.h).
//   3. Each port gets its chain from find_conversion(), a shortest-path search with a memo.
//   4. choose_candidate() takes the candidate with the fewest lossy steps, then the least
//      difficulty, then the most specific one. Two equals are an ambiguity error.
//
//   mix(p, q, 0.5)      p: float3 {use: position, basis: world}
//                       q: float3 {use: position, basis: model}
//                       Both operands bind T and disagree in `basis`. Converting q costs 2,
//                       converting p costs 2.5: q's link gets the chain [position_to_world], which
//                       becomes an ordinary evaluation of the typed graph.
//
// Two things break the forward order. A call whose arguments do not determine its result type (a
// parameter that appears only in the result) stays open; decide_open_types() solves all open types
// together from their consumers and the composition is typed again, by a new TypeInference. And an
// argument that is typed for a candidate that then loses must not leave errors behind: such calls
// are recorded as trials and settle_trials() takes their reports back.
//
// Identical calls (call_signature) are planned once and replayed from planned_calls_, so a chain of
// a thousand sums costs one overload resolution.

namespace weft {

/// Types the calls of one composition. Single use.
class TypeInference {
 public:
  /// `cache` holds results for conversions.table without advice. `choices` gives, for each link
  /// that has equal chains, in creation order, the index of the chain to use (see share_steps.h).
  /// Links beyond its end use their first chain.
  TypeInference(Composition& composition, Elaborator& elaborator, const ConversionSet& conversions,
                ConversionCache& cache, std::vector<std::size_t> choices = {});

  /// Returns the typed value of a call, typing its transitive inputs first. Iterative.
  const TypedValue& value(CallId call);
  /// Converts a value to a demand. Where no chain exists, reports and returns an erroneous value.
  TypedValue convert(const TypedValue& value, const Demand& demand, Stage stage,
                     const Consumer& consumer, const std::string& port, std::optional<Span> span);
  /// Returns whether `value` is a single value. Reports a call with several results.
  bool is_one_value(const TypedValue& value, std::optional<Span> span);
  TypedGraph& graph() { return graph_; }
  /// A root of inference: a call that the composition outputs, and the demand it has to satisfy.
  struct Wanted {
    CallId call;
    Demand demand;
    Consumer consumer;
    Span span;
  };
  /// Solves for result types that arguments leave open, using all consumers, and records the
  /// answers in Composition::decided_types. Returns true if it decided a type, or reported one with
  /// conflicting uses: the caller then types everything again with a new TypeInference. Returns
  /// false otherwise, and reports the types that nothing decides. Linear in the calls that depend
  /// on open types, except that overloads among them may be revisited as other types become known.
  bool decide_open_types(const std::vector<Wanted>& wanted);
  /// Removes the effects of candidates that lost overload resolution: their reports and stitch
  /// decisions. The elaborator's reports of calls that only they asked for no longer count. Marks
  /// their links as tried. Call once, when everything is typed and before the graph is used.
  /// O(calls) if there is anything to remove.
  void settle_trials();
  /// Appends the diagnostics of elaboration and typing to the composition's.
  void hand_over_diagnostics();
  /// Moves the collected diagnostics out, so that they do not reach the composition.
  Diagnostics take_diagnostics() {
    reported_by_.clear();
    return std::exchange(diagnostics_, {});
  }
  /// Whether typing or elaboration found errors other than those that settle_trials() removed.
  bool has_reported_errors() const;
  /// Names the value `name`, unless it already has a name, is erroneous or is a function.
  void suggest_name(const TypedValue& value, std::string name);
  /// Returns a shortest path of calls from one of the roots to `to`, both included, or nothing if
  /// there is none. O(calls).
  std::vector<CallId> shortest_way(const std::vector<CallId>& roots, CallId to) const;
  /// Reports of features that are not available, and of calls that take derivatives but are
  /// demanded per vertex: position in Composition::diagnostics (valid after
  /// hand_over_diagnostics()) and the call.
  const std::vector<std::pair<std::size_t, CallId>>& refused_calls() const {
    return refused_calls_;
  }

 private:
  // infer_types.cpp: one function per kind of call
  TypedValue type_call(CallId id);
  TypedValue type_call_of_kind(CallId id, const Call& call);
  /// As type_call_of_kind(), for calls that may depend on an open type.
  TypedValue type_call_if_decided(CallId id);
  TypedValue type_literal(const LiteralCall& call, Stage stage, Origin origin);
  TypedValue type_parameter(const ParameterCall& call, Stage stage, Origin origin);
  TypedValue type_interpolate(const InterpolateCall& call, const TypedValue& input, Origin origin);
  TypedValue type_member(const MemberCall& call, const TypedValue& object, Stage stage,
                         Origin origin);
  bool is_index_within(DataType object, const TypedValue& index, Span span);
  TypedValue type_index(const TypedValue& object, const TypedValue& index, Stage stage,
                        Origin origin);
  std::uint32_t component_at(const TypedValue& index, int rows) const;
  /// Records the traits of `whole` that `part` lacks, for messages.
  void note_lost_parts(const SemanticType& whole, const SemanticType& part, EvaluationId value);
  TypedValue type_construct(const ConstructNode& node, const std::vector<CallId>& inputs,
                            Stage stage, Origin origin);
  /// Constructs a scalar, vector or matrix.
  TypedValue type_numbers(DataType type, const std::vector<TypedValue>& given, Stage stage,
                          Origin origin);
  TypedValue type_ascribe(const AscribeCall& call, const TypedValue& input);
  /// Adds the declared meanings of a feature that its definition does not state; the author vouches
  /// for them.
  TypedValue with_declared_meanings(TypedValue value, const SemanticType& declared);
  /// Gives the value the type that its author stated.
  TypedValue with_stated_type(TypedValue value, const SemanticType& type);
  TypedValue type_declare(const DeclareCall& call, const TypedValue& input, Stage stage,
                          Origin origin);

  // type_structs.cpp: construction of structs and member access
  /// `names`: the result names that `member` failed to match, for the hint.
  TypedValue type_struct_member(const MemberCall& call, const TypedValue& object,
                                std::vector<std::string_view> names, Stage stage, Origin origin);
  TypedValue type_struct(const ConstructNode& node, const std::vector<CallId>& inputs, Stage stage,
                         Origin origin);
  /// Plans the conversion of a value to the declared type of a member of the struct named
  /// `structure`.
  tl::expected<PlannedLink, Diagnostic> plan_member(const TypedValue& value,
                                                    const StructMember& member,
                                                    const std::string& structure, Stage stage,
                                                    Span span);

  // type_joins.cpp: values joined to one type: both sides of `? :`, the elements of an array
  struct Join {
    SemanticType type;
    std::vector<PlannedLink> links;  ///< per value
    std::vector<LostMeaning> lost;
  };
  /// Finds the type of `data` with the meanings that all values share (meeting.h, MeetRule::Same),
  /// and each value's link to it, minimizing difficulty × runs. `consumer` and `part` name the
  /// taker in messages: `'float[2]'`, `element`.
  tl::expected<Join, Diagnostic> plan_join(const std::vector<TypedValue>& values, DataType data,
                                           Stage stage, const Consumer& consumer,
                                           const std::string& part, Span span);
  /// Applies the links. Nothing if a conversion is erroneous or waits for a feature.
  std::optional<std::vector<EvaluationId>> take_join(const std::vector<TypedValue>& values,
                                                     const Join& join, Stage stage,
                                                     const Consumer& consumer, Span span);
  TypedValue type_select(const std::vector<CallId>& inputs, Stage stage, Origin origin);
  TypedValue type_array(DataType array, const std::vector<TypedValue>& elements, Stage stage,
                        Origin origin);

  // type_calls.cpp: overloads
  TypedValue type_invoke(const InvokeCall& call, const std::vector<CallId>& inputs, Stage stage,
                         Origin origin);
  // type_graphs.cpp: overloads that are graphs, expanded once chosen
  TypedValue type_graph_call(const InvokeCall& call, FragmentId chosen, Stage stage,
                             const Origin& origin);
  /// Whether the call being typed is inside the graph it calls. Reports the recursion.
  bool calls_itself(FragmentId graph, const Origin& origin);
  void report_recursion(const std::vector<FragmentId>& cycle, std::optional<Span> span);
  /// Reports calls that wait for each other: through a graph, a default or a feature's definition.
  void report_cycle(const std::vector<CallId>& cycle);

  // type_trials.cpp: calls typed only for candidates that may lose
  /// A call that was requested while `candidate` was tried.
  struct Trial {
    FragmentId candidate;
    CallId call;
  };
  /// `candidate` won: its trial calls become required.
  void take_trial(FragmentId candidate);
  /// Marks, by CallId, the calls reachable from `roots` along required_ and, if `with_trials`,
  /// trials_.
  std::vector<bool> calls_below(const std::vector<CallId>& roots, bool with_trials) const;
  /// The first report below the candidate's trial calls, if any.
  std::optional<Diagnostic> first_report(FragmentId candidate) const;

  /// Why a candidate does not match. Empty if the reason was already reported, or while explains_
  /// is false.
  struct Mismatch {
    Diagnostics diagnostics;
  };
  template <typename T>
  using Matched = tl::expected<T, Mismatch>;
  /// The values at one candidate's ports, before conversion.
  struct CallSite {
    FragmentId id;
    const Fragment& fragment;
    std::vector<TypedValue> values;  ///< per port
    std::vector<std::optional<std::uint32_t>>
        arguments;            ///< per port: index of its argument; nothing for defaults
    std::vector<Span> spans;  ///< per port: of the argument, or of the call for defaults
    Stage stage;
    Span span;
    std::uint32_t function_level = 0;
    /// Injected features whose values were not computed, because something they need is missing
    /// here and the functions do not read them.
    UnreadFeatures unread = {};
    std::vector<EnvironmentId> environments =
        {};  ///< per port, if any port takes a function: the environment of its value
    std::vector<StitchDecision> stitches = {};
    /// Of the conversions from function results to their ports' declared types, placed inside the
    /// functions.
    int lossy_steps = 0;
    std::int64_t difficulty = 0;
    int widened = 0;
  };
  /// The data flow of a leaf with function ports, taken from the first of its bodies.
  struct LeafFlow {
    const Body* body;
    BodyFlow flow;
  };
  /// Returns the candidates that match, without explaining the others.
  std::vector<PlannedCall> fitting_candidates(const CallNode& node,
                                              const std::vector<CallId>& inputs, Stage stage,
                                              Span span);
  /// Chooses by lossy steps, difficulty and specificity. Reports an ambiguity.
  const PlannedCall* choose_candidate(const CallNode& node, const std::vector<PlannedCall>& fitting,
                                      Span span);
  Matched<PlannedCall> match(FragmentId candidate, const CallNode& node,
                             const std::vector<CallId>& inputs, Stage stage, Span span);
  Matched<CallSite> collect_ports(FragmentId candidate, const CallNode& node,
                                  const std::vector<CallId>& inputs, Stage stage, Span span);
  TypedValue finish_call(const PlannedCall& plan, const InvokeCall& call,
                         const std::vector<CallId>& inputs, Stage stage, const Origin& origin);
  /// Returns the converted inputs of a chosen call, or nothing if one is erroneous.
  std::optional<std::vector<EvaluationId>> take_ports(const PlannedCall& plan,
                                                      const std::vector<CallId>& arguments,
                                                      Stage stage, const Origin& origin);
  TypedValue emit_call(const PlannedCall& plan, const std::vector<CallId>& inputs, Stage stage,
                       const Origin& origin);
  /// The memo key for planned_calls_: callee, argument names, argument types, rates and kinds,
  /// stage. Nothing else influences overload resolution.
  std::vector<std::uint32_t> call_signature(const CallNode& node, const std::vector<CallId>& inputs,
                                            Stage stage) const;
  Diagnostic tied_products(const PlannedCall& plan, Span span) const;
  /// How far the arguments are from a candidate's ports, to sort the candidates that a message
  /// lists: first the number of arguments without a port or ports without a value, then the negated
  /// sum of type compatibility. Smaller is nearer.
  std::pair<int, int> distance_to(const Fragment& candidate, const CallNode& node,
                                  const std::vector<CallId>& inputs) const;
  void report_no_overload(const CallNode& node, const std::vector<CallId>& inputs, Stage stage,
                          Span span);
  /// Necessary conditions on the given ports that do not depend on the other ports and need no
  /// function typed. Prunes candidates early.
  Matched<void> may_fit(const CallSite& site, const std::vector<bool>& given);

  // type_stitches.cpp
  TypedValue type_stitch(const StitchCall& call, const std::vector<CallId>& inputs, Stage stage,
                         Span span);
  /// Connects an open port by meaning: to the value of `listed` (nearest first) with the least
  /// difficulty, else to the nearest feature. Returns nothing if none fits (then `mismatch`
  /// explains) or if something is not typed yet. Appends its decision to `decisions`.
  std::optional<TypedValue> stitch(FragmentId consumer, std::uint32_t port, const CallNode& node,
                                   const std::vector<CallId>& listed, Stage stage, Span span,
                                   Mismatch& mismatch, std::vector<StitchDecision>& decisions);
  struct BestStitch;
  void offer_stitch(const TypedValue& value, const StitchSource& source, const FragmentPort& port,
                    const Demand& demand, Stage stage, BestStitch& best, StitchDecision& decision);
  void offer_listed(const CallNode& node, const std::vector<CallId>& listed,
                    const FragmentPort& port, const Demand& demand, Stage stage, BestStitch& best,
                    StitchDecision& decision);
  void offer_features(const FragmentPort& port, const Demand& demand, Stage stage, Span span,
                      BestStitch& best, StitchDecision& decision);
  /// `what` describes `equals` in the message: `several features`.
  Diagnostic several_fit(const StitchDecision& decision, const std::vector<StitchSource>& equals,
                         const std::string& what) const;
  Diagnostic nothing_fits(const StitchDecision& decision, const Demand& demand) const;
  void record(const std::vector<StitchDecision>& decisions);

  // type_results.cpp
  TypedValue type_results(FragmentId graph, const std::vector<TypedValue>& results);
  TypedValue result_of_graph(const TypedValue& value, std::size_t result) const;
  std::vector<std::string_view> names_of_results(const TypedValue& value) const;
  // type_functions.cpp
  /// As type_functions() for a graph, which is not expanded yet: checks its function arguments
  /// against the signature. Parameters are assumed constant, so that nothing is refused that the
  /// expanded graph may permit.
  bool try_functions(CallSite& site, const std::vector<std::optional<ClosureId>>& closures,
                     Mismatch& mismatch);
  /// Adds the cost of converting a function's result to its port's declared type, and for a
  /// function that a graph forwards, of converting its parameters.
  void count_conversion(CallSite& site, CallId root);
  /// Types the functions at a candidate's function ports. False if something is not typed yet or
  /// erroneous.
  bool type_functions(CallSite& site, const std::vector<std::optional<ClosureId>>& closures,
                      Mismatch& mismatch);
  /// Whether a leaf calls a function in uniform control flow, if the function takes derivatives.
  /// Reports otherwise.
  bool check_divergence(const CallSite& site, std::uint32_t port, const LeafFlow& leaf,
                        const std::vector<Rate>& rates, Mismatch& mismatch);
  std::string compared_below(EvaluationId root, std::uint32_t level) const;
  TypedValue type_loop(const LoopCall& call, const std::vector<TypedValue>& inputs, Stage stage,
                       Origin origin);
  std::optional<CallId> call_function(const CallSite& site, std::uint32_t index,
                                      std::optional<ClosureId> closure,
                                      const std::vector<Rate>& rates, Mismatch& mismatch);
  std::optional<SemanticType> parameter_type(const CallSite& site,
                                             const TypePattern& pattern) const;
  Rate rate_of_flow(const CallSite& site, const FlowSet& flow,
                    const std::vector<FeatureId>& features,
                    const std::vector<Rate>& function_rates);

  // type_injections.cpp
  /// Returns nothing while types of features are missing.
  std::optional<UnreadFeatures> unavailable_injections(const CallSite& site);
  UnreadFeatures unread_injections(const CallSite& site) const;
  UnreadFeatures unread_injections(const PlannedCall& plan, Stage stage);
  bool take_read_injections(CallSite& site, UnreadFeatures& never_read,
                            UnreadFeatures& dropped) const;
  LeafFlow flow_of(const CallSite& site, const UnreadFeatures& unread) const;
  std::vector<Rate> parameter_rates(const CallSite& site, std::uint32_t port, const LeafFlow& whole,
                                    const LeafFlow& less, const std::vector<Rate>& function_rates);

  // type_rates.cpp
  Rate least_rate(const Fragment& fragment, Stage stage) const;
  std::optional<Rate> declared_rate(const Fragment& fragment,
                                    const std::vector<EvaluationId>& inputs) const;
  void note_variation(Diagnostic& diagnostic, EvaluationId value) const;

  // type_variables.cpp: binding of type and trait variables for one call
  Matched<PlannedCall> solve(const CallSite& site);
  /// Returns the data type of each port's value, with types chosen for literals. Type parameters
  /// that stay open are void.
  Matched<std::vector<DataType>> bind_data(const CallSite& site, Bindings& bindings);
  /// Settles the traits of type variables for fixed trait variables, then plans every port.
  Matched<PlannedCall> plan_ports(const CallSite& site, Bindings bindings,
                                  const std::vector<DataType>& port_data,
                                  std::int64_t& weighted_difficulty);
  /// One settlement of the traits of operands that bind the same type variable.
  struct MetTraits {
    std::vector<std::vector<TraitEntry>> results;   ///< per type variable
    std::vector<std::vector<TraitEntry>> literals;  ///< per type variable: what literals take on
    std::vector<std::vector<TraitEntry>> ports;     ///< per port: what it demands
  };
  /// Refuses a function result that is anchored to a frame which differs outside the function,
  /// unless the port declares that it takes such values.
  std::optional<Mismatch> leaves_function(const CallSite& site, std::size_t port,
                                          const PlannedLink& link);
  Matched<PlannedCall> plan_with(const CallSite& site, const Bindings& bindings,
                                 const std::vector<DataType>& port_data, const MetTraits& met,
                                 std::int64_t& weighted_difficulty);
  void take_on_uses(std::vector<SemanticType>& operands, const std::vector<bool>& is_color) const;
  std::vector<SemanticType> results_of(const CallSite& site, const Bindings& bindings,
                                       const std::vector<PlannedPort>& ports) const;
  /// Explains a failed bind_data(): a smallest set of ports and clauses that contradict each other.
  Diagnostic explain_data(const CallSite& site, const SignatureTypes& types,
                          const std::vector<std::optional<TypeVar>>& values) const;
  std::optional<Diagnostic> explain_no_array(const CallSite& site) const;
  std::optional<std::string> unlike_lengths(const CallSite& site,
                                            const std::vector<bool>& ports) const;

  // type_open.cpp: types that the arguments do not determine
  class OpenSystem;
  struct OpenCall {
    CallId call;
    FragmentId fragment;  ///< its single result has an open type parameter as its type
  };
  /// Whether all type parameters have a value, from the arguments or from
  /// Composition::decided_types.
  bool take_decided_types(const CallSite& site, const SignatureTypes& types);
  void report_undecided(const OpenSystem& system);

  // type_demands.cpp
  /// Whether the value at a `uniform` or `constant` port varies no more than declared. Reports
  /// otherwise.
  bool keeps_restriction(const Fragment& fragment, std::uint32_t port, const TypedValue& value,
                         Span span);
  Diagnostic too_high(const Fragment& fragment, std::uint32_t port, Rate rate, Span span) const;
  /// Whether the inputs meet what the leaf's body demands (fragments/analysis/body_demands.h).
  /// Reports otherwise.
  bool meets_body_demands(FragmentId leaf, const std::vector<DataType>& type_arguments,
                          const std::vector<EvaluationId>& inputs, Span span,
                          const UnreadFeatures& unread = {});
  Diagnostic unmet_demand(const BodyDemand& demand, FragmentId leaf, Rate rate,
                          std::optional<EvaluationId> varying, Span span) const;
  TypedValue declared_by_graph(const DeclareCall& call, TypedValue value, Stage stage,
                               const Origin& origin);

  // type_clashes.cpp: which values conflict, where several together decide each one's demand
  /// Notes which other port's value, through a shared trait variable or type parameter, fixed the
  /// demand that the value at `port` does not meet.
  void note_who_decided(const CallSite& site, std::size_t port, const Demand& demand,
                        Diagnostic& diagnostic) const;
  /// Rephrases the failure of a `? :` in terms of its two sides. `inputs`: condition and both
  /// sides.
  Diagnostic sides_disagree(const std::vector<CallId>& inputs, Diagnostic failure) const;
  /// Reports a named argument that is not a port of any candidate.
  std::optional<Diagnostic> misspelt_port(const CallNode& node,
                                          const std::vector<Mismatch>& reasons) const;

  // type_links.cpp
  /// Finds the chain from a value to a demand. A value whose anchored meaning refers to features
  /// that differ here is converted in the environment where it was made.
  std::optional<PlannedLink> find_link(const TypedValue& value, const Demand& demand, Stage stage);
  std::optional<PlannedLink> find_link_here(const TypedValue& value, const Demand& demand,
                                            Stage stage);
  /// The same, with an explanation on failure.
  tl::expected<PlannedLink, Diagnostic> plan_link(const TypedValue& value, const Demand& demand,
                                                  Stage stage, const Consumer& consumer,
                                                  const std::string& port,
                                                  std::optional<Span> span);
  TypedValue apply_link(const TypedValue& value, const PlannedLink& link, Stage stage,
                        const std::string& consumer, std::optional<Span> span);
  const std::vector<ConversionId>& choose_steps(const PlannedLink& link);
  TypedValue apply_step(const TypedValue& value, ConversionId step, Stage stage, std::string name,
                        std::optional<Span> span);
  std::string stem_of(EvaluationId id) const;
  std::string name_step(std::string& stem, const ConversionRule& rule) const;
  /// The place where a meaning was lost on the way to a value that lacks it.
  struct Loss {
    Note note;
    std::vector<ValueId> stated;  // the operands' values of the trait there
  };
  std::optional<Loss> find_loss(EvaluationId value, TraitId trait) const;
  Diagnostic explain_failure(const TypedValue& value, const Demand& demand, Stage stage,
                             const Consumer& consumer, const std::string& port,
                             std::optional<Span> span);
  /// Explains why the value at a port cannot be converted to the port's demand.
  Mismatch mismatch_at(const CallSite& site, std::size_t port, const Demand& demand);
  /// The type that conversions start from: for a color literal, the color type that is demanded;
  /// else the value's own.
  SemanticType source_type(const TypedValue& value, const Demand& demand) const;
  const FeatureSet& available(Stage stage);

  // type_anchors.cpp
  /// Adds to a value the environment that its anchored traits refer to.
  TypedValue placed(TypedValue value, const Call& call);
  const std::vector<FeatureId>& parts_of_anchor(FeatureId anchor);
  /// The first anchor of the type whose features differ in the current environment from `made_in`.
  std::optional<Anchor> foreign_anchor(const SemanticType& type,
                                       std::optional<EnvironmentId> made_in);
  /// Returns `anchored-value` if that is why the value does not meet the demand (null: the consumer
  /// takes it unconverted): a feature its conversion needs is withdrawn where it was made, or it
  /// leaves the injection unconverted.
  std::optional<Diagnostic> explain_anchor(const TypedValue& value, const Demand* demand,
                                           std::optional<Span> span);

  // Waiting. A function that types a call and finds another one untyped records it in waits_for_,
  // changes nothing else, and is retried later. This keeps nested defaults and features defined by
  // features off the C++ stack.
  /// Whether the call is typed; otherwise waits for it. The call becomes required.
  bool require(CallId call);
  /// As require(), for a call that may turn out to be unneeded: its errors do not count then.
  bool look_at(CallId call);
  /// Whether all features that the body reads are typed; otherwise waits for them.
  bool require_features(FragmentId fragment, const std::vector<DataType>& type_arguments,
                        Stage stage, std::optional<Span> span, const UnreadFeatures& unread = {});
  bool require_features(const PlannedLink& link, Stage stage, std::optional<Span> span);
  TypedValue convert_if_ready(const TypedValue& value, const Demand& demand, Stage stage,
                              const Consumer& consumer, const std::string& port,
                              std::optional<Span> span);
  void grow_tables();

  // Shared by all of the above
  EvaluationId add(EvaluationKind kind, std::vector<EvaluationId> inputs, Stage stage,
                   Rate least_rate, TypeId type, Origin origin);
  TypedValue made(EvaluationId evaluation, TypeId type) const;
  /// Appends the body's features to the inputs. Requires that require_features() returned true.
  /// False if one is erroneous.
  bool append_features(FragmentId fragment, const std::vector<DataType>& type_arguments,
                       Stage stage, std::vector<EvaluationId>& inputs,
                       const UnreadFeatures& unread = {});
  bool needs_fragment_stage(FragmentId fragment, const std::vector<DataType>& type_arguments,
                            const UnreadFeatures& unread = {});
  std::int64_t runs(Rate rate) const;
  const SemanticType& type_of_value(const TypedValue& value) const {
    return graph_.types[value.type];
  }
  const Library& library() const { return composition_.library; }
  const Lattice& lattice() const { return composition_.library.lattice; }
  void report(Diagnostic diagnostic);
  /// The constant of a literal.
  const Constant& literal_of(const TypedValue& value) const {
    return std::get<ConstantEvaluation>(graph_.evaluations[value.evaluation].kind).value;
  }
  TypeSet types_of_value(const TypedValue& value) const;
  bool takes_data(const TypedValue& value, DataType wanted) const;
  /// The demand that a declared type makes of a value.
  Demand declared_demand(const TypePattern& pattern, const TypedValue& value) const;

  Composition& composition_;
  Elaborator& elaborator_;
  const ConversionSet& conversions_;
  KnownTraits known_;
  ConversionMemo memo_;
  TypeSolver solver_;  ///< reused for one call at a time
  std::vector<std::size_t> choices_;
  std::size_t links_with_choice_ = 0;
  TypedGraph graph_;
  std::vector<std::optional<TypedValue>> values_;  // by CallId
  IndexTable by_hash_;                             // of evaluations, for hash-consing
  std::vector<std::array<std::optional<FeatureSet>, 2>> available_;  // by EnvironmentId, per stage
  std::unordered_map<FeatureId, std::vector<FeatureId>> parts_of_anchor_;  // never iterated
  EnvironmentId environment_ =
      no_environment;             // of the call being typed, or of the function at its port
  std::vector<bool> is_waiting_;  // by CallId: waits for another call
  std::vector<std::vector<CallId>>
      required_;                  // by CallId: calls that typing it requested besides its inputs
  std::optional<CallId> typing_;  // the call being typed
  std::unordered_map<CallId, FragmentId>
      chosen_graphs_;                 // of calls by overloaded names; never iterated
  std::vector<CallId> roots_;         // calls requested from outside
  std::optional<FragmentId> trying_;  // set while one of several candidates is tried
  std::map<CallId, std::vector<Trial>> trials_;
  Diagnostics diagnostics_;                         // not yet handed over
  std::vector<std::optional<CallId>> reported_by_;  // parallel to diagnostics_
  std::vector<std::optional<CallId>> linked_by_;    // parallel to graph_.links
  std::vector<std::vector<CallId>> stitched_by_;    // parallel to graph_.stitches
  std::vector<std::pair<std::size_t, CallId>> refused_calls_;
  std::vector<OpenCall> open_calls_;
  bool meets_open_ = false;        // the call being typed depends on an open type
  std::vector<CallId> waits_for_;  // what the call being typed lacks
  std::unordered_map<EvaluationId, std::vector<LostMeaning>>
      lost_;  // meanings that the inputs state and the value lacks; never iterated
  std::unordered_map<FragmentId, bool> fragment_stage_only_;  // never iterated
  BodyDemands body_demands_;
  struct SignatureHash {
    std::size_t operator()(const std::vector<std::uint32_t>& words) const noexcept;
  };
  std::unordered_map<std::vector<std::uint32_t>, PlannedCall, SignatureHash>
      planned_calls_;  // memo of overload resolution; never iterated
  /// Whether mismatches carry explanations. Off while several candidates are tried, most of which
  /// will not match.
  bool explains_ = true;
  std::int64_t vertex_runs_ = 10'000;
  std::int64_t fragment_runs_ = 1'000'000;
  bool views_decode_ =
      true;  ///< otherwise sRGB textures yield their stored values (`set textures raw_srgb`)
};

/// Returns the type as it appears in messages: `float3 {use: normal, basis: model}`, `a number`.
std::string describe(const Library& library, const SemanticType& type);

}  // namespace weft
