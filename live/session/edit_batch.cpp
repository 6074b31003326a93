#include "live/session/edit_batch.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "live/session/edit_renames.h"
#include "live/session/edit_rules.h"
#include "live/session/statement_layout.h"

namespace weft::live {
namespace {

/// What edits that follow each other do, so that they can be planned on one text.
enum class Run : std::uint8_t {
  Nothing,  ///< the edit is planned on its own
  AddNodes,
  RenameNodes,
  ChangeStatements,
};

/// What an edit brings to a run.
struct RunPart {
  Run run = Run::Nothing;
  const std::string* of = nullptr;  ///< the graph or node that it names
};

RunPart run_part(const Edit& edit) {
  return std::visit(
      [](const auto& each) -> RunPart {
        using Kind = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<Kind, AddNode>) {
          return {Run::AddNodes, &each.graph};
        } else if constexpr (std::is_same_v<Kind, Rename>) {
          return {Run::RenameNodes, &each.node};
        } else if constexpr (std::is_same_v<Kind, SetValue> || std::is_same_v<Kind, SetParameter> ||
                             std::is_same_v<Kind, SetEditorData> || std::is_same_v<Kind, Connect> ||
                             std::is_same_v<Kind, Disconnect>) {
          return {Run::ChangeStatements, &each.node};
        } else {
          return {};
        }
      },
      edit);
}

/// How many edits from `first` on can be planned on one text.
std::size_t run_length(const std::vector<Edit>& edits, std::size_t first) {
  const RunPart begin = run_part(edits[first]);
  if (begin.run == Run::Nothing) {
    return 1;
  }
  std::set<std::string_view> added;
  std::size_t end = first;
  const auto continues = [&] {
    const RunPart next = run_part(edits[end]);
    return next.run == begin.run &&
           (next.run != Run::AddNodes ||
            (*next.of == *begin.of && added.insert(std::get<AddNode>(edits[end]).name).second));
  };
  while (end < edits.size() && continues()) {
    ++end;
  }
  return end - first;
}

/// Whether a line was put between braces, where the next one cannot simply follow.
bool is_between_braces(const Splice& splice) {
  const std::size_t last = splice.text.find_last_not_of(" \t");
  return last != std::string::npos && is_line_end(splice.text.front()) &&
         is_line_end(splice.text[last]);
}

/// Whether sorted splices overlap or touch.
bool do_overlap(const Splices& splices) {
  for (std::size_t i = 1; i < splices.size(); ++i) {
    if (splices[i].begin <= splices[i - 1].end) {
      return true;
    }
  }
  return false;
}

/// What nodes read in any of several texts that have the same nodes.
class ReadsOfAllTexts {
 public:
  void add(const DocumentText& document) {
    reads_.resize(document.nodes().size());
    for (std::uint32_t i = 0; i < document.nodes().size(); ++i) {
      const DocumentNode& node = document.nodes()[i];
      if (node.kind != NodeKind::Value || !node.value) {
        continue;
      }
      for (const NameUse& use : names_in(document.module(), *node.value)) {
        if (const auto read = document.find_node(node.graph, document.spelling(use.name), false)) {
          reads_[i].push_back(*read);
        }
      }
    }
  }

  bool have_cycle() const {
    std::vector<std::uint32_t> readers(reads_.size());
    for (const std::vector<std::uint32_t>& read : reads_) {
      for (const std::uint32_t each : read) {
        ++readers[each];
      }
    }
    std::vector<std::uint32_t> unread;
    for (std::uint32_t i = 0; i < readers.size(); ++i) {
      if (readers[i] == 0) {
        unread.push_back(i);
      }
    }
    for (std::size_t i = 0; i < unread.size(); ++i) {
      for (const std::uint32_t each : reads_[unread[i]]) {
        if (--readers[each] == 0) {
          unread.push_back(each);
        }
      }
    }
    return unread.size() < reads_.size();
  }

 private:
  std::vector<std::vector<std::uint32_t>> reads_;  ///< by node
};

class BatchOfEdits {
 public:
  BatchOfEdits(const EditContext& context, const std::vector<Edit>& edits)
      : start_(context), edits_(edits) {}

  Result<EditedDocument> apply() {
    for (std::size_t i = 0; i < edits_.size();) {
      const std::size_t count = run_length(edits_, i);
      Diagnostics errors = apply_run(i, count);
      if (!errors.empty()) {
        return failed(std::move(errors));
      }
      i += count;
    }
    return result();
  }

 private:
  using Now = std::tuple<std::shared_ptr<const DocumentText>, std::shared_ptr<const NodeNames>,
                         Splices, std::size_t>;

  EditContext context() const {
    return {document_ ? *document_ : start_.document, names_ ? *names_ : start_.names,
            start_.fragments};
  }

  Diagnostics apply_run(std::size_t first, std::size_t count) {
    const Run run = run_part(edits_[first]).run;
    if (count > 1 && run == Run::AddNodes) {
      return add_nodes(first, count);
    }
    if (count > 1 && run == Run::ChangeStatements && change_statements(first, count)) {
      return {};
    }
    for (std::size_t i = first; i < first + count; ++i) {
      if (const std::size_t renamed = run == Run::RenameNodes ? rename_nodes(i, first + count) : 0;
          renamed > 0) {
        i += renamed - 1;
        continue;
      }
      auto planned = plan_edit(context(), edits_[i]);
      if (!planned) {
        return numbered(std::move(planned.error()), i);
      }
      added_.insert(added_.end(), planned->added.begin(), planned->added.end());
      if (Diagnostics errors = splice(*planned, i); !errors.empty()) {
        return errors;
      }
    }
    return {};
  }

  /// Edits of statements in rounds: the first edit of each node on one text, then the second ones,
  /// and so on. That gives what one after the other gives if all are accepted and no wires, those
  /// that were replaced included, close a cycle. Returns false, having changed nothing, otherwise.
  bool change_statements(std::size_t first, std::size_t count) {
    std::vector<std::vector<std::size_t>> rounds;
    {
      const EditContext at = context();
      std::map<std::uint32_t, std::size_t> edits_of;
      for (std::size_t i = first; i < first + count; ++i) {
        const auto node = find_node(at.document, at.names, *run_part(edits_[i]).of);
        if (!node) {
          return false;
        }
        const std::size_t round = edits_of[node->node]++;
        rounds.resize(std::max(rounds.size(), round + 1));
        rounds[round].push_back(i);
      }
    }
    if (rounds.size() == count) {
      return false;  // nothing is saved
    }
    const Now before{document_, names_, forward_, applied_};
    ReadsOfAllTexts reads;
    reads.add(context().document);
    for (const std::vector<std::size_t>& round : rounds) {
      if (!change_statements(round)) {
        std::tie(document_, names_, forward_, applied_) = before;
        return false;
      }
      reads.add(context().document);
    }
    if (reads.have_cycle()) {
      std::tie(document_, names_, forward_, applied_) = before;
      return false;
    }
    return true;
  }

  bool change_statements(const std::vector<std::size_t>& edits) {
    PlannedEdit planned;
    for (const std::size_t i : edits) {
      auto one = plan_edit(context(), edits_[i]);
      if (!one) {
        return false;
      }
      planned.splices.insert(planned.splices.end(), one->splices.begin(), one->splices.end());
    }
    sort_splices(planned.splices);
    return !do_overlap(planned.splices) && splice(planned, edits.front()).empty();
  }

  /// Renames from `first` on, at most up to `end`, on one text. Returns how many it made.
  std::size_t rename_nodes(std::size_t first, std::size_t end) {
    const EditContext at = context();
    if (has_errors(at.document.diagnostics())) {
      return 0;
    }
    RenamesOfNodes renames(at);
    std::size_t count = 0;
    while (first + count < end &&
           renames.add(std::get<Rename>(edits_[first + count])).value_or(false)) {
      ++count;
    }
    return count > 0 && splice(renames.planned(), first).empty() ? count : 0;
  }

  /// Lines that follow each other: the place is found once.
  Diagnostics add_nodes(std::size_t first, std::size_t count) {
    const EditContext at = context();
    auto planned = plan_edit(at, edits_[first]);
    if (!planned) {
      return numbered(std::move(planned.error()), first);
    }
    Splice& lines = planned->splices.front();
    if (is_between_braces(lines)) {
      Diagnostics errors = splice(*planned, first);
      return errors.empty() ? apply_run(first + 1, count - 1) : errors;
    }
    const auto& head = std::get<AddNode>(edits_[first]);
    const std::string line = fmt::format("{} = {};", head.name, head.expression);
    const std::size_t begin = lines.text.find(line);
    const std::string before = lines.text.substr(0, begin);
    const std::string after = lines.text.substr(begin + line.size());
    const auto graph = find_graph(at.document, at.names, head.graph);
    for (std::size_t i = first + 1; i < first + count; ++i) {
      const auto next = added_line(at, *graph, std::get<AddNode>(edits_[i]));
      if (!next) {
        return numbered(next.error(), i);
      }
      lines.text += before;
      lines.text += *next;
      lines.text += after;
    }
    return splice(*planned, first);
  }

  /// What splices make of a document.
  std::shared_ptr<const DocumentText> spliced(const DocumentText& document,
                                              const Splices& splices) const {
    return std::make_shared<const DocumentText>(document, apply_splices(document.text(), splices),
                                                change_of(splices),
                                                start_.fragments.names_after(document));
  }

  Diagnostics splice(const PlannedEdit& planned, std::size_t edit) {
    const EditContext at = context();
    constexpr std::size_t greatest = 64U << 20U;
    std::size_t grown = at.document.text().size();
    for (const Splice& splice : planned.splices) {
      grown += splice.text.size() - (splice.end - splice.begin);
    }
    if (grown > greatest) {
      return {error(Code::OutOfRange, "the text would be larger than 64 MiB")};
    }
    auto edited = spliced(at.document, planned.splices);
    if (has_errors(edited->diagnostics()) && !std::holds_alternative<SetText>(edits_[edit])) {
      Diagnostics errors;
      for (const Diagnostic& each : edited->diagnostics()) {
        errors.push_back(
            error(each.code, fmt::format("the text would not parse: {}", each.message), each.hint));
      }
      return numbered(std::move(errors), edit);
    }
    const NodeNames names =
        (planned.renamed.empty() ? at.names : at.names.renamed(planned.renamed)).settled(*edited);
    forward_ = planned.splices;
    ++applied_;
    document_ = std::move(edited);
    names_ = std::make_shared<NodeNames>(names);
    return {};
  }

  Diagnostics numbered(Diagnostics errors, std::size_t edit) const {
    if (edits_.size() > 1) {
      for (Diagnostic& each : errors) {
        each.notes.push_back({fmt::format("in edit {} of {}", edit + 1, edits_.size())});
      }
    }
    return errors;
  }

  /// Texts that the author writes keep their layout.
  void lay_out() {
    const auto is_any = [&]<typename Kind>(std::in_place_type_t<Kind> /*kind*/) {
      return std::any_of(edits_.begin(), edits_.end(),
                         [](const Edit& edit) { return std::holds_alternative<Kind>(edit); });
    };
    if (document_ == nullptr || is_any(std::in_place_type<SetText>) ||
        is_any(std::in_place_type<SetDocument>)) {
      return;
    }
    const Splices layout = layout_of_changes({start_.document, start_.names}, {*document_, *names_},
                                             is_any(std::in_place_type<Group>));
    if (layout.empty()) {
      return;
    }
    auto edited = spliced(*document_, layout);
    if (!has_errors(edited->diagnostics())) {
      ++applied_;
      names_ = std::make_shared<NodeNames>(names_->settled(*edited));
      document_ = std::move(edited);
    }
  }

  Result<EditedDocument> result() {
    lay_out();
    const std::string_view before = start_.document.text();
    EditedDocument edited{document_, names_, {}, {}, {}};
    if (document_ != nullptr) {
      edited.forward = applied_ == 1 ? forward_ : difference(before, document_->text());
      edited.backward = inverse_splices(before, edited.forward);
      for (const std::string& each : added_) {
        edited.added.emplace_back(names_->id_of(each));
      }
    }
    return edited;
  }

  const EditContext start_;
  const std::vector<Edit>& edits_;
  std::shared_ptr<const DocumentText> document_;  ///< nothing yet: that of `start_`
  std::shared_ptr<const NodeNames> names_;
  Splices forward_;  ///< of the last run
  std::size_t applied_ = 0;
  std::vector<std::string> added_;  ///< names of pasted nodes
};

}  // namespace

Result<EditedDocument> apply_edits(const EditContext& context, const std::vector<Edit>& edits) {
  return BatchOfEdits(context, edits).apply();
}

}  // namespace weft::live
