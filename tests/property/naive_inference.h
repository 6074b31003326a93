#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fragments/types/rate.h"
#include "tests/property/random_program.h"

// An independent reference for elaboration and inference. The composer shares equal calls, keeps
// functions as levels of one plan and propagates needs along inputs; this unfolds the program to a
// tree of terms by substitution instead, and computes rates and needs per term. That takes time and
// memory exponential in the nesting of graphs, so large programs are skipped. The test numbers
// terms and evaluations by their structure (value numbering) and requires the same set of values
// on both sides, with each value once in the plan.
namespace weft::testing {

struct NaiveTerm;

/// A call that binds parameters: of a leaf with function ports, or a loop.
struct NaiveBinder {
  std::vector<const NaiveTerm*> results;  ///< of its functions
  std::uint32_t level = 0;                ///< as in BoundEvaluation
};

/// One value of the unfolded program. Nothing is shared: each use has its own term.
struct NaiveTerm {
  std::string label;
  std::vector<const NaiveTerm*> children;
  Rate own_rate = Rate::Constant;
  bool is_vertex = false;
  const NaiveBinder* owner = nullptr;          ///< of leaves with functions and of loops
  const NaiveBinder* bound = nullptr;          ///< for parameters: where they are bound
  std::vector<const NaiveTerm*> sources = {};  ///< for parameters: the operands of the arguments
  Rate rate = Rate::Constant;
  std::set<const NaiveBinder*> free = {};
  std::set<std::string> needs = {};  ///< paths of features
};

/// The meaning of a program by definition: every name replaced by its value, every graph by its
/// body, every feature by its value under the enclosing injections; rates by iteration to a fixed
/// point.
class NaiveInference {
 public:
  /// Nothing if the program unfolds to more than `most_terms`.
  static std::unique_ptr<NaiveInference> unfold(const RandomProgram& program,
                                                std::size_t most_terms);

  const std::vector<const NaiveTerm*>& outputs() const { return outputs_; }

 private:
  struct Scope;
  struct Closure {
    const RandomFunction* function = nullptr;
    std::shared_ptr<const Scope> scope;
  };
  struct Passed {
    const NaiveTerm* value = nullptr;
    Closure closure;
  };
  struct Scope {
    std::vector<Passed> ports;
    const std::vector<std::pair<std::string, ExprIndex>>* bindings = nullptr;
    std::map<std::string, const NaiveTerm*> names;
    std::map<std::size_t, const NaiveTerm*> injected;  ///< by feature
    const RandomCallable* graph = nullptr;
  };

  explicit NaiveInference(const RandomProgram& program, std::size_t most_terms)
      : p_(program), most_terms_(most_terms) {}

  NaiveTerm* make(NaiveTerm term);
  NaiveTerm* make_number(float number);
  const NaiveTerm* eval(ExprIndex expr, const Scope& scope);
  const NaiveTerm* feature(std::size_t index, const Scope& scope);
  const NaiveTerm* call(std::size_t callee, const std::vector<Passed>& passed, const Scope& scope);
  const NaiveTerm* call_leaf(const RandomCallable& leaf, std::vector<Passed> passed,
                             const Scope& scope);
  static bool is_within(const NaiveTerm* term, const NaiveTerm* root);
  const NaiveTerm* call_function(const Closure& closure, const NaiveTerm* argument,
                                 std::size_t feature);
  const NaiveTerm* loop(const RandomExpr& expr, const Scope& scope);
  Passed default_of(const RandomPort& port, const Scope& scope);
  void settle_rates();
  void settle_levels();

  const RandomProgram& p_;
  std::size_t most_terms_;
  std::deque<NaiveTerm> terms_;
  std::deque<NaiveBinder> binders_;  // outer ones before those inside their functions
  std::vector<const NaiveTerm*> outputs_;
  bool is_too_large_ = false;
};

}  // namespace weft::testing
