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
#include "composer/typing/type_rules.h"
#include "conversions/memo.h"
#include "fragments/analysis/body_demands.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/signature_types.h"
#include "support/index_table.h"

namespace weft {

/// What typing needs to know of the library beyond the library itself: made once by the Composer.
struct ConversionSet {
  ConversionTable table;
  std::vector<std::vector<DataType>> type_arguments;  ///< per ConversionId: of generic conversions
};

/// Who takes a value.
struct Consumer {
  /// In words alone: what is no node and has no name.
  Consumer(const char* of_messages) : words(of_messages) {}
  Consumer(std::string of_messages, std::string name)
      : words(std::move(of_messages)), node(std::move(name)) {}

  std::string words;  ///< in messages: `output 'color'`
  std::string node;   ///< as data: `color`; may be empty
};

/// How one value gets to what its consumer demands.
struct PlannedLink {
  std::vector<ConversionId> steps;
  std::vector<std::vector<ConversionId>>
      equals;  ///< other chains to the same, declared equal to `steps`
  int lossy_steps = 0;
  std::int64_t difficulty = 0;
  SemanticType result;
  bool takes_demand = false;  ///< a literal: becomes a constant of the result's type
  /// Where its steps stand, if not where the link is.
  std::optional<EnvironmentId> environment = std::nullopt;
};

/// One port of a chosen overload.
struct PlannedPort {
  std::optional<std::uint32_t> argument;  ///< position of the call's argument that goes there
  TypedValue default_value;  ///< else the default, or the result of a function, before conversion
  PlannedLink link;
  std::optional<DataType> spread_to;  ///< a scalar that stands for a vector
  EnvironmentId environment =
      no_environment;  ///< where its conversions stand: for functions, inside
};

struct PlannedCall {
  FragmentId fragment;
  std::vector<DataType> type_arguments;
  std::vector<PlannedPort> ports;
  std::vector<SemanticType> results;
  int lossy_steps = 0;
  std::int64_t difficulty = 0;
  std::vector<LostMeaning> lost;  ///< meanings that operands state and the result does not
  std::uint32_t function_level = 0;
  UnreadFeatures unread = {};                 ///< as in CallSite
  std::vector<StitchDecision> stitches = {};  ///< of its open ports
  int widened = 0;                            ///< literals that change their data type
  /// Products that the operands may be converted for at the same cost: an error if it is taken.
  std::vector<const ProductRule*> tied = {};
};

/// How the note that says what is demanded begins, in messages about conversions that there are
/// not.
inline constexpr std::string_view demand_note_begin = "what is demanded is ";

/// Types the calls of one composition, forward: a call is typed when its inputs are. Not reusable.
class TypeInference {
 public:
  /// `cache`: of conversions.table, without advice. `choices`: which of its equal chains each link
  /// with a choice takes, in the order in which they are made (see share_steps.h); without them,
  /// the first.
  TypeInference(Composition& composition, Elaborator& elaborator, const ConversionSet& conversions,
                ConversionCache& cache, std::vector<std::size_t> choices = {});

  /// The typed value of a call; types what it needs first, with an explicit stack.
  const TypedValue& value(CallId call);
  /// Converts a value to a demand; an erroneous value (and a report) where that is impossible.
  TypedValue convert(const TypedValue& value, const Demand& demand, Stage stage,
                     const Consumer& consumer, const std::string& port, std::optional<Span> span);
  /// Whether the value may stand where one is wanted: not what gives several results, which is
  /// reported.
  bool is_one_value(const TypedValue& value, std::optional<Span> span);
  TypedGraph& graph() { return graph_; }
  /// Where the value of a call is wanted that no other call needs: an output, and what it demands.
  struct Wanted {
    CallId call;
    Demand demand;
    Consumer consumer;
    Span span;
  };
  /// Some calls leave the types of their results open: decides, from all that uses them, what can
  /// be, and notes that in Composition::decided_types. True if something was decided, or one that
  /// is wanted in two ways was reported: then everything is to be typed again, by a new
  /// TypeInference. False otherwise; what nothing decides is reported. Linear in the calls that
  /// depend on open types, but for overloads among them, which may be looked at again when others
  /// are known.
  bool decide_open_types(const std::vector<Wanted>& wanted);
  /// Takes back what only candidates that were not chosen are to blame for: reports (the
  /// elaborator's too), decisions about open inputs; marks their links. To be called when
  /// everything is typed, before what follows. O(calls) if there is something to take back.
  void settle_trials();
  /// Appends what was found to the composition's diagnostics.
  void hand_over_diagnostics();
  /// What was found, which is then not handed over.
  Diagnostics take_diagnostics() {
    reported_by_.clear();
    return std::exchange(diagnostics_, {});
  }
  bool has_reported_errors() const { return has_errors(diagnostics_); }
  /// Calls what the value is after `name`, unless it has a name already (or was reported, or is a
  /// function).
  void suggest_name(const TypedValue& value, std::string name);
  /// The calls on the shortest way from one of the roots to a call, both included; empty if there
  /// is none. O(calls).
  std::vector<CallId> shortest_way(const std::vector<CallId>& roots, CallId to) const;
  /// Reports of calls that need neighbouring fragments and are wanted per vertex: by position in
  /// Composition::diagnostics, once they were handed over, and the call.
  const std::vector<std::pair<std::size_t, CallId>>& refused_calls() const {
    return refused_calls_;
  }

 private:
  // infer_types.cpp: one function per kind of call
  TypedValue type_call(CallId id);
  TypedValue type_call_of_kind(CallId id, const Call& call);
  /// The same, where it may turn out that it depends on an open type.
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
  /// Notes the traits of a value that its part does not have, for messages.
  void note_lost_parts(const SemanticType& whole, const SemanticType& part, EvaluationId value);
  TypedValue type_construct(const ConstructNode& node, const std::vector<CallId>& inputs,
                            Stage stage, Origin origin);
  /// Of scalars, vectors and matrices.
  TypedValue type_numbers(DataType type, const std::vector<TypedValue>& given, Stage stage,
                          Origin origin);
  TypedValue type_ascribe(const AscribeCall& call, const TypedValue& input);
  /// The meanings that the definition of a feature does not state are those of its declaration, on
  /// the author's word.
  TypedValue with_declared_meanings(TypedValue value, const SemanticType& declared);
  /// The value with the type that the author says it has.
  TypedValue with_stated_type(TypedValue value, const SemanticType& type);
  TypedValue type_declare(const DeclareCall& call, const TypedValue& input, Stage stage,
                          Origin origin);

  // type_structs.cpp: what goes into members, and what is read from them
  /// `names`: of results that the member is not, for a hint.
  TypedValue type_struct_member(const MemberCall& call, const TypedValue& object,
                                std::vector<std::string_view> names, Stage stage, Origin origin);
  TypedValue type_struct(const ConstructNode& node, const std::vector<CallId>& inputs, Stage stage,
                         Origin origin);
  /// How a value gets to what the member of the struct of that name declares.
  tl::expected<PlannedLink, Diagnostic> plan_member(const TypedValue& value,
                                                    const StructMember& member,
                                                    const std::string& structure, Stage stage,
                                                    Span span);

  // type_joins.cpp: values that become one type: the sides of a `? :`, the elements of an array
  struct Join {
    SemanticType type;
    std::vector<PlannedLink> links;  ///< per value
    std::vector<LostMeaning> lost;
  };
  /// The type of `data` with the meanings that all values share (meeting.h, MeetRule::Same), and
  /// how each value gets there, at the least difficulty × runs. `consumer` and `part` name in
  /// messages what takes the values: `'float[2]'`, `element`.
  tl::expected<Join, Diagnostic> plan_join(const std::vector<TypedValue>& values, DataType data,
                                           Stage stage, const Consumer& consumer,
                                           const std::string& part, Span span);
  /// The values after their links; nothing if a conversion is wrong or waits for a feature.
  std::optional<std::vector<EvaluationId>> take_join(const std::vector<TypedValue>& values,
                                                     const Join& join, Stage stage,
                                                     const Consumer& consumer, Span span);
  TypedValue type_select(const std::vector<CallId>& inputs, Stage stage, Origin origin);
  TypedValue type_array(DataType array, const std::vector<TypedValue>& elements, Stage stage,
                        Origin origin);

  // type_calls.cpp: overloads
  TypedValue type_invoke(const InvokeCall& call, const std::vector<CallId>& inputs, Stage stage,
                         Origin origin);
  // type_graphs.cpp: graphs among overloads, expanded once they are chosen
  TypedValue type_graph_call(const InvokeCall& call, FragmentId chosen, Stage stage,
                             const Origin& origin);
  /// Whether the call that is being typed stands inside the graph that it means, which is reported.
  bool calls_itself(FragmentId graph, const Origin& origin);
  void report_recursion(const std::vector<FragmentId>& cycle, std::optional<Span> span);
  /// Calls that wait for one another: through a graph, a default or the definition of a feature.
  void report_cycle(const std::vector<CallId>& cycle);

  // type_trials.cpp: what is typed for the sake of candidates that may not be chosen
  /// What was asked for while a candidate was tried.
  struct Trial {
    FragmentId candidate;
    CallId call;
  };
  /// The candidate is meant: what it asked for is required.
  void take_trial(FragmentId candidate);
  /// The calls below these, as far as required_ (and trials_, if `with_trials`) says, by CallId.
  std::vector<bool> calls_below(const std::vector<CallId>& roots, bool with_trials) const;
  /// What was reported first below what the candidate asked for; nothing if that is fine.
  std::optional<Diagnostic> first_report(FragmentId candidate) const;

  /// Why a candidate does not fit; no diagnostics if that was reported already, or if nobody asks
  /// (see explains_).
  struct Mismatch {
    Diagnostics diagnostics;
  };
  template <typename T>
  using Matched = tl::expected<T, Mismatch>;
  /// The values that arrive at one candidate's ports, before conversion.
  struct CallSite {
    FragmentId id;
    const Fragment& fragment;
    std::vector<TypedValue> values;  ///< per port
    std::vector<std::optional<std::uint32_t>>
        arguments;            ///< per port: which argument it is, unless a default
    std::vector<Span> spans;  ///< per port: of the argument, or of the call for defaults
    Stage stage;
    Span span;
    std::uint32_t function_level = 0;
    /// Injected features whose values were not looked at: what they need is not there, and the
    /// functions do not read them.
    UnreadFeatures unread = {};
    std::vector<EnvironmentId> environments =
        {};  ///< per port, if some are functions: where their values stand
    std::vector<StitchDecision> stitches = {};
    /// Of the conversions from what functions give to what their ports declare; they stand inside.
    int lossy_steps = 0;
    std::int64_t difficulty = 0;
    int widened = 0;
  };
  /// The data flow of a leaf that is given functions, by the first of its bodies.
  struct LeafFlow {
    const Body* body;
    BodyFlow flow;
  };
  /// The candidates that fit. Why the others do not is not found out.
  std::vector<PlannedCall> fitting_candidates(const CallNode& node,
                                              const std::vector<CallId>& inputs, Stage stage,
                                              Span span);
  /// The one that is meant, by difficulty and specificity; an ambiguity is reported.
  const PlannedCall* choose_candidate(const CallNode& node, const std::vector<PlannedCall>& fitting,
                                      Span span);
  Matched<PlannedCall> match(FragmentId candidate, const CallNode& node,
                             const std::vector<CallId>& inputs, Stage stage, Span span);
  Matched<CallSite> collect_ports(FragmentId candidate, const CallNode& node,
                                  const std::vector<CallId>& inputs, Stage stage, Span span);
  TypedValue finish_call(const PlannedCall& plan, const InvokeCall& call,
                         const std::vector<CallId>& inputs, Stage stage, const Origin& origin);
  /// The values at the ports of a chosen call, converted; nothing if one is wrong.
  std::optional<std::vector<EvaluationId>> take_ports(const PlannedCall& plan,
                                                      const std::vector<CallId>& arguments,
                                                      Stage stage, const Origin& origin);
  TypedValue emit_call(const PlannedCall& plan, const std::vector<CallId>& inputs, Stage stage,
                       const Origin& origin);
  /// What decides a call: its name, its arguments' names, types, rates and kinds, its stage.
  /// Nothing else does, so that a chain of a thousand sums is planned once.
  std::vector<std::uint32_t> call_signature(const CallNode& node, const std::vector<CallId>& inputs,
                                            Stage stage) const;
  /// How near the arguments are to what a candidate takes, for the order in which candidates are
  /// listed: how many have no port, or how many ports nothing; then the sum of the degrees of
  /// compatibility, negated. Less is nearer.
  Diagnostic tied_products(const PlannedCall& plan, Span span) const;
  std::pair<int, int> distance_to(const Fragment& candidate, const CallNode& node,
                                  const std::vector<CallId>& inputs) const;
  void report_no_overload(const CallNode& node, const std::vector<CallId>& inputs, Stage stage,
                          Span span);
  /// Whether what is given goes with the ports that it is given to, where that shows without the
  /// other ports and without typing functions. What is wrong is said if somebody asks.
  Matched<void> may_fit(const CallSite& site, const std::vector<bool>& given);

  // type_stitches.cpp
  TypedValue type_stitch(const StitchCall& call, const std::vector<CallId>& inputs, Stage stage,
                         Span span);
  /// The value that an open port takes by meaning: of `listed` (nearest first) the one with the
  /// least difficulty, else the nearest feature. Nothing if none fits, which `mismatch` says, or if
  /// something is waited for. What was decided is appended to `decisions`.
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
  /// `what` says what `equals` are: `several features`.
  Diagnostic several_fit(const StitchDecision& decision, const std::vector<StitchSource>& equals,
                         const std::string& what) const;
  Diagnostic nothing_fits(const StitchDecision& decision, const Demand& demand) const;
  void record(const std::vector<StitchDecision>& decisions);

  // type_results.cpp
  TypedValue type_results(FragmentId graph, const std::vector<TypedValue>& results);
  TypedValue result_of_graph(const TypedValue& value, std::size_t result) const;
  std::vector<std::string_view> names_of_results(const TypedValue& value) const;
  // type_functions.cpp
  /// The same for a graph, which is not expanded yet: whether its functions go with its signature.
  /// Parameters are taken to be constant, so that nothing is refused that the graph's inside may
  /// permit.
  bool try_functions(CallSite& site, const std::vector<std::optional<ClosureId>>& closures,
                     Mismatch& mismatch);
  /// Adds what it takes to convert the result of a function to what its port declares; of one that
  /// a graph hands on, its parameters too.
  void count_conversion(CallSite& site, CallId root);
  /// Types the functions at a candidate's function ports. False if something is waited for, or
  /// wrong.
  bool type_functions(CallSite& site, const std::vector<std::optional<ClosureId>>& closures,
                      Mismatch& mismatch);
  /// Whether all neighbouring fragments come to the calls of a function together, if it compares
  /// them; else reported.
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
  /// Nothing: it waits for the types of features.
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

  // type_variables.cpp: what type and trait variables stand for at one call
  Matched<PlannedCall> solve(const CallSite& site);
  /// The data type of each port's value, once literals have theirs. Type parameters that are still
  /// open are void.
  Matched<std::vector<DataType>> bind_data(const CallSite& site, Bindings& bindings);
  /// Settles the traits of type variables under given trait variables, then plans every port.
  Matched<PlannedCall> plan_ports(const CallSite& site, Bindings bindings,
                                  const std::vector<DataType>& port_data,
                                  std::int64_t& weighted_difficulty);
  /// What operands that met were settled on, in one of the ways.
  struct MetTraits {
    std::vector<std::vector<TraitEntry>> results;   ///< per type variable
    std::vector<std::vector<TraitEntry>> literals;  ///< per type variable: what numbers take on
    std::vector<std::vector<TraitEntry>> ports;     ///< per port: what it demands
  };
  /// Why what a function gives cannot leave it: it is of a frame that is another outside, and its
  /// port does not say that it takes that.
  std::optional<Mismatch> leaves_function(const CallSite& site, std::size_t port,
                                          const PlannedLink& link);
  Matched<PlannedCall> plan_with(const CallSite& site, const Bindings& bindings,
                                 const std::vector<DataType>& port_data, const MetTraits& met,
                                 std::int64_t& weighted_difficulty);
  void take_on_uses(std::vector<SemanticType>& operands, const std::vector<bool>& is_color) const;
  std::vector<SemanticType> results_of(const CallSite& site, const Bindings& bindings,
                                       const std::vector<PlannedPort>& ports) const;
  /// Why bind_data() found no types, after it: the fewest ports and clauses that do not go
  /// together.
  Diagnostic explain_data(const CallSite& site, const SignatureTypes& types,
                          const std::vector<std::optional<TypeVar>>& values) const;
  std::optional<Diagnostic> explain_no_array(const CallSite& site) const;
  std::optional<std::string> unlike_lengths(const CallSite& site,
                                            const std::vector<bool>& ports) const;

  // type_open.cpp: types that arguments do not decide
  class OpenSystem;
  struct OpenCall {
    CallId call;
    FragmentId fragment;  ///< its only result's type is a parameter that is open
  };
  /// Whether all type parameters are decided: by the arguments, or by who uses the results.
  bool take_decided_types(const CallSite& site, const SignatureTypes& types);
  void report_undecided(const OpenSystem& system);

  // type_demands.cpp
  /// Whether the value at a `uniform` or `constant` port varies no more than that; else reports it.
  bool keeps_restriction(const Fragment& fragment, std::uint32_t port, const TypedValue& value,
                         Span span);
  Diagnostic too_high(const Fragment& fragment, std::uint32_t port, Rate rate, Span span) const;
  /// Whether what a leaf's body demands of its inputs holds (fragments/analysis/body_demands.h).
  bool meets_body_demands(FragmentId leaf, const std::vector<DataType>& type_arguments,
                          const std::vector<EvaluationId>& inputs, Span span,
                          const UnreadFeatures& unread = {});
  Diagnostic unmet_demand(const BodyDemand& demand, FragmentId leaf, Rate rate,
                          std::optional<EvaluationId> varying, Span span) const;
  TypedValue declared_by_graph(const DeclareCall& call, TypedValue value, Stage stage,
                               const Origin& origin);

  // type_clashes.cpp: which values disagree, where several decide what is demanded of each
  /// Notes which other port's value decided what the value at `port` lacks: by a trait variable or
  /// a type parameter that both have.
  void note_who_decided(const CallSite& site, std::size_t port, const Demand& demand,
                        Diagnostic& diagnostic) const;
  /// The failure of a `? :`, told as one of its two sides. `inputs`: the condition's and theirs.
  Diagnostic sides_disagree(const std::vector<CallId>& inputs, Diagnostic failure) const;
  /// The name of an argument that is no port of any candidate.
  std::optional<Diagnostic> misspelt_port(const CallNode& node,
                                          const std::vector<Mismatch>& reasons) const;

  // type_links.cpp
  /// The chain from a value to a demand, if there is one: where the value was made, if its meaning
  /// stands on features that are others here.
  std::optional<PlannedLink> find_link(const TypedValue& value, const Demand& demand, Stage stage);
  std::optional<PlannedLink> find_link_here(const TypedValue& value, const Demand& demand,
                                            Stage stage);
  /// The same, with an explanation where there is none.
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
  /// Where a meaning was lost on the way to a value that does not state it.
  struct Loss {
    Note note;
    std::vector<ValueId> stated;  // what the operands stated there
  };
  std::optional<Loss> find_loss(EvaluationId value, TraitId trait) const;
  Diagnostic explain_failure(const TypedValue& value, const Demand& demand, Stage stage,
                             const Consumer& consumer, const std::string& port,
                             std::optional<Span> span);
  /// Why the value at a port does not become what the port demands.
  Mismatch mismatch_at(const CallSite& site, std::size_t port, const Demand& demand);
  /// A colour literal as the colour that is wanted; else the value's own type.
  SemanticType source_type(const TypedValue& value, const Demand& demand) const;
  const FeatureSet& available(Stage stage);

  // type_anchors.cpp
  /// The value of a call, with the environment that its anchored traits stand on.
  TypedValue placed(TypedValue value, const Call& call);
  const std::vector<FeatureId>& parts_of_anchor(FeatureId anchor);
  /// What of the type stands on features that are others in the environment that is typed.
  std::optional<Anchor> foreign_anchor(const SemanticType& type,
                                       std::optional<EnvironmentId> made_in);
  /// `anchored-value`, if that is why the value does not meet the demand (null: whatever takes it
  /// as it is): what its conversion needs is withdrawn where it was made, or it leaves unconverted.
  std::optional<Diagnostic> explain_anchor(const TypedValue& value, const Demand* demand,
                                           std::optional<Span> span);

  // Waiting: whatever types a call and finds that another is not typed yet says so, changes nothing
  // else, and is tried again when that is there. So neither defaults in defaults nor features by
  // features become depth of stack.
  /// Whether the call is typed; else it is waited for.
  bool require(CallId call);
  /// The same for what may not be needed: what is wrong with it does not matter then.
  bool look_at(CallId call);
  /// Whether all features that a body reads are typed.
  bool require_features(FragmentId fragment, const std::vector<DataType>& type_arguments,
                        Stage stage, std::optional<Span> span, const UnreadFeatures& unread = {});
  bool require_features(const PlannedLink& link, Stage stage, std::optional<Span> span);
  TypedValue convert_if_ready(const TypedValue& value, const Demand& demand, Stage stage,
                              const Consumer& consumer, const std::string& port,
                              std::optional<Span> span);
  void grow_tables();

  // Shared
  EvaluationId add(EvaluationKind kind, std::vector<EvaluationId> inputs, Stage stage,
                   Rate least_rate, TypeId type, Origin origin);
  TypedValue made(EvaluationId evaluation, TypeId type) const;
  /// Appends the body's features as inputs; require_features() was true. False if one is erroneous.
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
  /// Of a literal.
  const Constant& literal_of(const TypedValue& value) const {
    return std::get<ConstantEvaluation>(graph_.evaluations[value.evaluation].kind).value;
  }
  TypeSet types_of_value(const TypedValue& value) const;
  bool takes_data(const TypedValue& value, DataType wanted) const;
  /// What a declared type demands of a value.
  Demand declared_demand(const TypePattern& pattern, const TypedValue& value) const;

  Composition& composition_;
  Elaborator& elaborator_;
  const ConversionSet& conversions_;
  KnownTraits known_;
  ConversionMemo memo_;
  TypeSolver solver_;  ///< of one call at a time
  std::vector<std::size_t> choices_;
  std::size_t links_with_choice_ = 0;
  TypedGraph graph_;
  std::vector<std::optional<TypedValue>> values_;                    // by CallId
  IndexTable by_hash_;                                               // of evaluations
  std::vector<std::array<std::optional<FeatureSet>, 2>> available_;  // by EnvironmentId, per stage
  std::unordered_map<FeatureId, std::vector<FeatureId>> parts_of_anchor_;  // look-ups only
  EnvironmentId environment_ =
      no_environment;             // of the call that is being typed, or of the function at its port
  std::vector<bool> is_waiting_;  // by CallId: waits for another call
  std::vector<std::vector<CallId>>
      required_;                  // by CallId: what typing it asked for beside its inputs
  std::optional<CallId> typing_;  // the call that is being typed
  std::unordered_map<CallId, FragmentId>
      chosen_graphs_;                 // look-ups only: of calls by names that several have
  std::vector<CallId> roots_;         // whose values were asked for from outside
  std::optional<FragmentId> trying_;  // one of several candidates
  std::map<CallId, std::vector<Trial>> trials_;
  Diagnostics diagnostics_;                         // not yet handed over
  std::vector<std::optional<CallId>> reported_by_;  // one for one
  std::vector<std::optional<CallId>> linked_by_;    // of graph_.links, one for one
  std::vector<std::vector<CallId>> stitched_by_;    // of graph_.stitches, one for one
  std::vector<std::pair<std::size_t, CallId>> refused_calls_;
  std::vector<OpenCall> open_calls_;
  bool meets_open_ = false;        // what is typed depends on an open type
  std::vector<CallId> waits_for_;  // what the call that is being typed lacks
  std::unordered_map<EvaluationId, std::vector<LostMeaning>>
      lost_;  // look-ups only: meanings that the inputs state and the value does not
  std::unordered_map<FragmentId, bool> fragment_stage_only_;  // look-ups only
  BodyDemands body_demands_;
  struct SignatureHash {
    std::size_t operator()(const std::vector<std::uint32_t>& words) const noexcept;
  };
  std::unordered_map<std::vector<std::uint32_t>, PlannedCall, SignatureHash>
      planned_calls_;  // look-ups only
  /// Whether a mismatch says why. While several candidates are tried it need not: each is likely to
  /// be out.
  bool explains_ = true;
  std::int64_t vertex_runs_ = 10'000;
  std::int64_t fragment_runs_ = 1'000'000;
  bool views_decode_ = true;  ///< else sRGB textures give what they store (`set textures raw_srgb`)
};

/// The value's text in messages: `float3 {use: normal, basis: model}`, `a number`.
std::string describe(const Library& library, const SemanticType& type);

}  // namespace weft
