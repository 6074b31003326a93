// Requests made while typing a call: which ones count, and which an attempt waits for.

#include "composer/typing/typed_calls.h"

#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace weft::testing::typed_calls_test {

namespace {

using namespace weft;

TypedValue typed_value(bool is_open = false) {
  TypedValue value;
  value.is_error = is_open;
  value.is_open = is_open;
  return value;
}

}  // namespace

TEST_CASE("a call has a value once it is typed", "[composer]") {
  TypedCalls calls;
  CHECK(calls.find(CallId(2)) == nullptr);
  calls.add(CallId(2), typed_value(), {});
  CHECK(calls.find_value(CallId(2)) != nullptr);
  CHECK(calls.find(CallId(1)) == nullptr);
  calls.add(std::nullopt, typed_value(), {});  // the conversion of an output
  REQUIRE(calls.all().size() == 2);
  CHECK(calls.all()[0].call == CallId(2));
  CHECK_FALSE(calls.all()[1].call.has_value());
  CHECK(calls.all()[0].findings().is_empty());
}

TEST_CASE("links with equal chains are counted in the order of typing", "[composer]") {
  TypedCalls calls;
  CallFindings found;
  const auto link = [](std::size_t choices) {
    ConvertedLink made{EvaluationId(0), EvaluationId(1), "output 'color'", {}, 0};
    made.choices.resize(choices);
    return made;
  };
  found.links = {link(0), link(2), link(3)};
  calls.add(CallId(0), typed_value(), std::move(found));
  CHECK(calls.find(CallId(0))->findings().links.size() == 3);
  CHECK(calls.links_with_choices() == 2);
}

TEST_CASE("an attempt waits for calls that are not typed", "[composer]") {
  TypedCalls calls;
  calls.add(CallId(0), typed_value(), {});
  Requests requests(calls);
  CHECK(requests.require(CallId(0)) == calls.find_value(CallId(0)));
  CHECK_FALSE(requests.is_waiting());
  CHECK(requests.require(CallId(1)) == nullptr);
  CHECK(requests.require(CallId(0)) != nullptr);
  CHECK(requests.is_waiting());
  CHECK(requests.waits_for() == std::vector{CallId(1)});
  CHECK(requests.requested() == std::vector{CallId(0), CallId(1)});
}

TEST_CASE("a call that is only inspected does not count as requested", "[composer]") {
  const TypedCalls calls;
  Requests requests(calls);
  CHECK(requests.look_at(CallId(1)) == nullptr);
  CHECK(requests.is_waiting());
  CHECK(requests.requested().empty());
  CHECK(requests.rejected() == std::vector{CallId(1)});
}

TEST_CASE("a value with an open type makes its dependents open", "[composer]") {
  TypedCalls calls;
  calls.add(CallId(0), typed_value(true), {});
  Requests looking(calls);
  looking.look_at(CallId(0));
  CHECK_FALSE(looking.meets_open());
  Requests requiring(calls);
  requiring.require(CallId(0));
  CHECK(requiring.meets_open());
}

TEST_CASE("a candidate's requests count only if it is chosen", "[composer]") {
  TypedCalls calls;
  calls.add(CallId(0), typed_value(), {});
  Requests requests(calls);
  Requests winner = requests.of_candidate();
  winner.require(CallId(0));
  winner.look_at(CallId(3));
  Requests loser = requests.of_candidate();
  loser.require(CallId(0));
  loser.require(CallId(1));
  for (const Requests* candidate : {&winner, &loser}) {
    requests.note_tried(*candidate);
  }
  CHECK(requests.requested().empty());
  CHECK(requests.waits_for() == std::vector{CallId(3), CallId(1)});
  requests.accept(winner.requested());
  requests.reject(loser.requested());
  CHECK(requests.requested() == std::vector{CallId(0)});
  CHECK(requests.rejected() == std::vector{CallId(0), CallId(1)});
}

TEST_CASE("candidates after a waiting one wait too", "[composer]") {
  const TypedCalls calls;
  Requests requests(calls);
  Requests first = requests.of_candidate();
  first.require(CallId(0));
  requests.note_tried(first);
  CHECK(requests.of_candidate().is_waiting());
  CHECK(requests.of_candidate().waits_for().empty());
}

}  // namespace weft::testing::typed_calls_test
