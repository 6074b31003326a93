// Law 9: after any edits the outputs of a session equal composing its saved text from scratch, byte
// for byte; undoing everything restores the first text; comments are kept.

#include <string>
#include <vector>

#include <fmt/format.h>

#include "live/session/clipboard.h"
#include "tests/support/catch.h"
#include "tests/support/live_document.h"
#include "tests/support/seed.h"

namespace weft::testing::live_session_property_test {
namespace {

using namespace weft::live;

/// An expression over floats: names of `known`, literals and features.
std::string random_expression(Random& random, const std::vector<std::string>& known) {
  const auto operand = [&] {
    if (known.empty() || random.chance(4)) {
      return random.chance(3) ? std::string("surface.uv.x")
                              : fmt::format(fmt::runtime(random.chance(4) ? "-{:.2f}" : "{:.2f}"),
                                            random.between(0.05, 0.95));
    }
    return known[random.below(known.size())];
  };
  switch (random.below(8)) {
    case 0:
      return fmt::format("mix({}, {}, {})", operand(), operand(), operand());
    case 1:
      return fmt::format("{} * {}", operand(), operand());
    case 2:
      return fmt::format("{} + {}", operand(), operand());
    case 3:
      return fmt::format("saturate({})", operand());
    case 4:
      return fmt::format("twice({})", operand());
    case 5:
      return fmt::format("smoothstep(0.1, {}, {})", operand(), operand());
    case 6:
      return fmt::format("fract({} - {})", operand(), operand());
    default:
      return operand();
  }
}

class RandomDocument {
 public:
  explicit RandomDocument(Random& random) : random_(random) {
    text_ =
        "import \"core\";\nimport \"profiles\";\n\n"
        "graph twice(x: float) -> float\n{\n    output x + x;\n}\n\nmaterial m {\n";
    const std::size_t parameters = 1 + random.below(4);
    for (std::size_t i = 0; i < parameters; ++i) {
      line(fmt::format("param p{}: float = {:.2f};", i, random.between(0.1, 0.9)));
      known_.push_back(fmt::format("p{}", i));
    }
    const std::size_t nodes = 10 + random.below(191);
    for (std::size_t i = 0; i < nodes; ++i) {
      line(fmt::format("x{} = {};{}", i, random_expression(random, known_),
                       random.chance(6) ? "  // at its end" : ""));
      known_.push_back(fmt::format("x{}", i));
    }
    const auto node = [&] { return known_[random.below(known_.size())]; };
    line(
        fmt::format("output albedo = float3({}, {}, {}) as {{use: reflectance, encoding: linear}};",
                    node(), node(), known_.back()));
    text_ += "}\n";
  }

  const std::string& text() const { return text_; }
  const std::vector<std::string>& comments() const { return comments_; }

 private:
  void line(const std::string& content) {
    if (random_.chance(5)) {
      comments_.push_back(fmt::format("// comment {} stays", comments_.size()));
      text_ += "  " + comments_.back() + "\n";
    }
    text_ += (random_.chance(9) ? "\n      " : "    ") + content + "\n";
  }

  Random& random_;
  std::string text_;
  std::vector<std::string> known_;
  std::vector<std::string> comments_;
};

std::vector<std::string> float_names(const DocumentText& document) {
  std::vector<std::string> names;
  for (const DocumentNode& node : document.nodes()) {
    if (node.kind != NodeKind::Output && document.graphs()[node.graph].is_material) {
      names.emplace_back(node.name);
    }
  }
  return names;
}

/// The id of a random node of the material, sometimes of an operand of it.
live::NodeId random_node(Random& random, const Session& session) {
  const DocumentText& document = session.document();
  std::uint32_t index = 0;
  do {
    index = static_cast<std::uint32_t>(random.below(document.nodes().size()));
  } while (!document.graphs()[document.nodes()[index].graph].is_material);
  live::NodeId id = id_of(document, session.names(), index);
  const auto& value = document.nodes()[index].value;
  if (value && random.chance(3)) {
    const std::size_t operands =
        operands_of(document.module(), unwrapped(document.module(), *value)).size();
    if (operands > 0) {
      id += fmt::format("/{}", random.below(operands));
    }
  }
  return id;
}

/// A drag of a random number; of another node if thirty attempts find none.
SetValue random_drag(Random& random, const Session& session) {
  SetValue drag{"", "", std::vector{random.between(-0.5, 1.0)}, true};
  for (int i = 0; i < 30; ++i) {
    drag.node = random_node(random, session);
    const auto place = find_node(session.document(), session.names(), drag.node);
    if (place && place->operand && numbers_at(session.document(), *place->operand)) {
      const syntax::Module& module = session.document().module();
      const bool has_minus = std::holds_alternative<syntax::UnaryExpr>(
          module.exprs[unwrapped(module, place->operand->expr)].kind);
      drag.port = has_minus && random.chance(2) ? "0" : "";
      break;
    }
  }
  return drag;
}

Edit random_edit(Random& random, const Session& session, std::size_t count) {
  const std::vector<std::string> names = float_names(session.document());
  const live::NodeId node = random_node(random, session);
  const std::string name = fmt::format("e{}", count);
  const std::string port = random.chance(2) ? "" : std::to_string(random.below(3));
  switch (random.below(17)) {
    case 0:
    case 1:
      return SetValue{node, port, std::vector{random.between(0.0, 1.0)}};
    case 2:
      return SetValue{node, port, random_expression(random, names)};
    case 3:
    case 4:
      return Connect{node, port, random_node(random, session), ""};
    case 5:
      return AddNode{"m", name, random_expression(random, names)};
    case 6:
      return random.chance(4) ? Edit(RemoveNode{node}) : Edit(Disconnect{node, port});
    case 7:
      return Rename{node, name};
    case 8:
      return InsertOnWire{node, port, "saturate", name, ""};
    case 9:
      return Extract{node, name};
    case 10:
      return AddParameter{"m", fmt::format("param {}: float = 0.5;", name)};
    case 11:
      return SetEditorData{node, fmt::format("at {} {}", random.below(900), random.below(900))};
    case 12:
    case 13:
      return random_drag(random, session);
    case 14:
      return SetParameter{node, std::vector{random.between(-0.5, 1.0)}, true};
    case 15:
      return SetParameter{node, std::vector{random.between(0.0, 1.0)}};
    default:
      return SetValue{"twice/out:", "", std::string(random.chance(2) ? "x * 2.0" : "x + x")};
  }
}

/// Requires that an output shows a drag if it shows the same edit without dragging.
void require_shown(const OutputAnswer& answer, const std::string& before, Edit edit,
                   const OutputRequest& request) {
  live::NodeId node;
  if (auto* const value = std::get_if<SetValue>(&edit)) {
    value->is_live = false;
    node = value->node;
  } else {
    std::get<SetParameter>(edit).is_live = false;
    node = std::get<SetParameter>(edit).node;
  }
  LiveDocument typed(before);
  if (!find_node(typed.session().document(), typed.session().names(), node)) {
    return;  // it has the name of before it was renamed, which only its session knows
  }
  typed.session().watch(request);
  REQUIRE(typed.edit(edit) == "");
  const OutputAnswer& other = typed.answer().outputs.front();
  REQUIRE(other.has_errors == answer.has_errors);
  INFO(before << typed.text());
  const bool is_shown = other.answer == Answer::Changed || !other.bytes.empty();
  REQUIRE((!is_shown || answer.answer != Answer::Unchanged));
}

/// Continues dragging a number; returns the number of values-only answers.
std::size_t drag_on(Random& random, LiveDocument& document, Edit edit,
                    const OutputRequest& request) {
  auto* const value = std::get_if<SetValue>(&edit);
  auto* const parameter = std::get_if<SetParameter>(&edit);
  const bool is_live =
      (value != nullptr && value->is_live) || (parameter != nullptr && parameter->is_live);
  std::size_t answered = 0;
  for (int i = 0; is_live && i < 4; ++i) {
    const std::vector<double> number{random.between(-0.5, 1.0)};
    if (value != nullptr) {
      value->value = number;
    } else {
      parameter->value = number;
    }
    const std::string before = document.text();
    REQUIRE(document.edit(edit) == "");
    for (const OutputAnswer& output : document.answer().outputs) {
      if (i == 0 && random.chance(2)) {
        require_shown(output, before, edit, request);
      }
      answered += output.answer == Answer::ValuesOnly ? 1 : 0;
    }
  }
  return answered;
}

TEST_CASE("law 9: an edited session has the outputs of its saved text") {
  Random random(seed() ^ 0x115e5510);
  OutputRequest request;
  request.material = "m";
  request.profile = "unlit";
  request.options.glsl = true;
  request.options.hlsl = true;
  request.options.reflection = true;
  request.options.header = true;
  const std::size_t cases = by_scale(30, 1'000, 20'000);
  std::size_t applied = 0;
  std::size_t good = 0;
  std::size_t drags = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    request.options.spirv = i % 100 == 0;
    const RandomDocument start(random);
    LiveDocument document(start.text());
    Session& session = document.session();
    const bool is_watched = random.chance(2);
    std::optional<OutputId> output;
    if (is_watched) {
      output = session.watch(request);
    }
    for (std::size_t k = 0; k < 20; ++k) {
      const Edit edit = random_edit(random, session, k);
      const std::string before = session.text();
      if (random.chance(10) && session.can_undo()) {
        REQUIRE(session.undo());
        const bool is_redone = random.chance(2) || session.redo();
        REQUIRE(is_redone);
      } else if (document.edit(edit).empty()) {
        ++applied;
        drags += drag_on(random, document, edit, request);
        if (output && random.chance(4)) {
          const std::vector<BlockContents> blocks = session.output(*output)->blocks;
          session.complete(*output);
          REQUIRE_FALSE(session.output(*output)->has_old_defaults);
          REQUIRE(session.output(*output)->blocks == blocks);
        }
      } else {
        REQUIRE(session.text() == before);
      }
    }
    while (session.can_redo()) {
      REQUIRE(session.redo());
    }
    for (const std::string& comment : start.comments()) {
      INFO(comment);
      REQUIRE(session.text().find(comment + "\n") != std::string::npos);
    }
    output = output ? output : session.watch(request);
    session.bake();
    INFO(session.text());
    const std::string scratch = composed_from_scratch(session.text(), request);
    const OutputState& state = *session.output(*output);
    if (scratch.starts_with("errors\n")) {
      REQUIRE(live::has_errors(state.diagnostics));
    } else {
      REQUIRE(state.is_current);
      REQUIRE(files_text(state) == scratch);
      REQUIRE((scratch.find("frag.glsl.spv:") != std::string::npos) == request.options.spirv);
      LiveDocument saved(session.text());
      REQUIRE(state.blocks == saved.session().output(saved.session().watch(request))->blocks);
      ++good;
    }
    const std::string last = session.text();
    while (session.can_undo()) {
      REQUIRE(session.undo());
    }
    REQUIRE(session.text() == start.text());
    while (session.can_redo()) {
      REQUIRE(session.redo());
    }
    REQUIRE(session.text() == last);
  }
  CHECK(applied > cases * 8);
  CHECK(good > cases / 4);
  CHECK(drags > cases / 5);
}

/// An expression that takes more than a line now and then.
std::string long_expression(Random& random, const std::vector<std::string>& known) {
  std::string text = random_expression(random, known);
  while (random.chance(2)) {
    text = fmt::format("mix({}, {}, {})", text, random_expression(random, known),
                       random_expression(random, known));
  }
  return text;
}

/// Edits that change the length of lines, next to the others.
Edit layout_edit(Random& random, const Session& session, std::size_t count) {
  const std::vector<std::string> names = float_names(session.document());
  const live::NodeId node = random_node(random, session);
  const std::string name =
      fmt::format("{}{}", random.chance(2) ? "a_name_that_takes_much_of_a_line_" : "e", count);
  switch (random.below(6)) {
    case 0:
      return SetValue{node, "", long_expression(random, names)};
    case 1:
      return AddNode{"m", name, long_expression(random, names)};
    case 2:
      return Rename{node, name};
    case 3:
      return Group{{node, random_node(random, session)}, name};
    case 4:
      return Ungroup{node};
    default:
      return random_edit(random, session, count);
  }
}

bool is_drag(const Edit& edit) {
  const auto* value = std::get_if<SetValue>(&edit);
  const auto* parameter = std::get_if<SetParameter>(&edit);
  return (value != nullptr && value->is_live) || (parameter != nullptr && parameter->is_live);
}

TEST_CASE("law: edits keep the layout of weft fmt") {
  Random random(seed() ^ 0x1a707);
  const std::size_t cases = by_scale(60, 1'000, 20'000);
  std::size_t applied = 0;
  std::size_t several_lines = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const RandomDocument start(random);
    LiveDocument document(formatted(DocumentText("start.weft", start.text())));
    for (std::size_t k = 0; k < 30; ++k) {
      const std::string before = document.text();
      const Edit edit = layout_edit(random, document.session(), k);
      if (is_drag(edit)) {
        continue;
      }
      if (document.edit(edit).empty()) {
        ++applied;
      }
      if (random.chance(8)) {
        const live::NodeId node = random_node(random, document.session());
        const auto copied =
            copied_nodes(document.session().document(), document.session().names(), {node});
        applied += copied && document.edit(Paste{"m", *copied}).empty() ? 1 : 0;
      }
      INFO(before);
      REQUIRE(document.text() == formatted(document.session().document()));
    }
    several_lines += document.text().find("(\n        ") != std::string::npos ? 1 : 0;
  }
  CHECK(applied > cases * 8);
  CHECK(several_lines > cases / 8);
}

/// An edit of one statement, of which batches make several at once; now and then another one.
Edit edit_of_batch(Random& random, const Session& session, std::size_t count) {
  const live::NodeId node = random_node(random, session);
  const std::string port = random.chance(2) ? "" : std::to_string(random.below(3));
  switch (random.below(6)) {
    case 0:
    case 1:
      return Connect{node, port, random_node(random, session), ""};
    case 2:
      return Disconnect{node, port};
    case 3:
      return SetValue{node, port, random_expression(random, float_names(session.document()))};
    case 4:
      return SetEditorData{node, fmt::format("at {}", random.below(900))};
    default:
      return random.chance(3) ? layout_edit(random, session, count)
                              : Edit(SetValue{node, port, std::vector{random.between(0.0, 1.0)}});
  }
}

/// Requires that one batch makes of `start` what the edits made of it one after the other.
void require_same_as_batch(LiveDocument& one_by_one, const std::string& start,
                           const std::vector<Edit>& edits) {
  INFO(start);
  LiveDocument batch(start);
  REQUIRE(batch.edit(edits) == "");
  REQUIRE(batch.text() == one_by_one.text());
  REQUIRE(batch.session().names() == one_by_one.session().names());
}

TEST_CASE("law: a batch of renames is what its renames are one after the other") {
  Random random(seed() ^ 0x4e4a3e);
  const std::size_t cases = by_scale(60, 1'000, 20'000);
  std::size_t applied = 0;
  std::size_t together = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const RandomDocument random_start(random);
    LiveDocument one_by_one(random_start.text());
    std::vector<Edit> edits;
    for (std::size_t k = 0; k < 20; ++k) {
      // Few names, some of which nodes or fragments have: most of them change hands.
      const std::vector<std::string> names = {
          "p0", "x0", "x1", "x2", "mix", "twice", fmt::format("n{}", random.below(4))};
      const Edit edit =
          Rename{random_node(random, one_by_one.session()), names[random.below(names.size())]};
      if (one_by_one.edit(edit).empty()) {
        edits.push_back(edit);
      }
    }
    require_same_as_batch(one_by_one, random_start.text(), edits);
    applied += edits.size();
    together += edits.size() > 2 ? 1 : 0;
  }
  CHECK(applied > cases * 3);
  CHECK(together > cases / 2);
}

TEST_CASE("law: a batch of edits is what its edits are one after the other") {
  Random random(seed() ^ 0xba7c4);
  const std::size_t cases = by_scale(60, 1'000, 20'000);
  std::size_t applied = 0;
  std::size_t refused = 0;
  for (std::size_t i = 0; i < cases; ++i) {
    const RandomDocument random_start(random);
    const std::string start = formatted(DocumentText("start.weft", random_start.text()));
    LiveDocument one_by_one(start);
    std::vector<Edit> edits;
    std::optional<Edit> wrong;
    for (std::size_t k = 0; k < 30; ++k) {
      const Edit edit = edit_of_batch(random, one_by_one.session(), k);
      if (is_drag(edit)) {
        continue;
      }
      if (one_by_one.edit(edit).empty()) {
        edits.push_back(edit);
        wrong.reset();
      } else {
        wrong = edit;
      }
    }
    require_same_as_batch(one_by_one, start, edits);
    applied += edits.size();
    if (wrong) {
      INFO(start);
      ++refused;
      edits.push_back(*wrong);
      LiveDocument unchanged(start);
      const std::string message = unchanged.edit(edits);
      const std::string expected = one_by_one.edit(*wrong);
      REQUIRE(message.substr(0, expected.find('\n')) == expected.substr(0, expected.find('\n')));
      REQUIRE(unchanged.text() == start);
    }
  }
  CHECK(applied > cases * 8);
  CHECK(refused > cases / 8);
}

}  // namespace
}  // namespace weft::testing::live_session_property_test
