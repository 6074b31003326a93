// Which trait values permit or forbid medium precision. A declaration states it for a value and
// those below; `extend` may state it later, for values of other files. What a declaration keeps at
// full precision nobody permits, while an `extend` may withdraw a permission.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// What is said of one value.
struct Statement {
  Precision precision;
  Span span;
};

class PrecisionResolver {
 public:
  explicit PrecisionResolver(LoadState& state)
      : state_(state),
        lattice_(state.library.lattice),
        declared_(lattice_.values().size()),
        extended_(lattice_.values().size()),
        kept_full_(lattice_.values().size()) {}

  void run() {
    for (const auto& [value, word] : state_.precise_values) {
      add(value, *word, declared_);
    }
    for (const auto& extension : declarations_of<syntax::ExtendDecl>(state_)) {
      if (extension.kind->precision) {
        add_extension(*extension.kind);
      }
    }
    for (std::size_t i = 0; i < lattice_.values().size(); ++i) {
      resolve(ValueId(i));  // parents have smaller ids
    }
  }

 private:
  using Statements = std::vector<std::optional<Statement>>;

  void add_extension(const syntax::ExtendDecl& extension) {
    const std::vector<syntax::Identifier>& parts = extension.path.parts;
    const std::optional<TraitId> trait = lattice_.find_trait(parts.front().name);
    if (parts.size() == 1) {
      state_.report(error_at(Code::BadDeclaration, extension.precision->span,
                             "a trait has no precision, only its values have",
                             fmt::format("written: extend {}.VALUE precision medium;",
                                         state_.text(parts.front().name))));
    } else if (const auto value =
                   trait ? lattice_.find_value(*trait, parts.back().name) : std::nullopt) {
      add(*value, *extension.precision, extended_);
    }
  }

  void add(ValueId value, const syntax::Identifier& word, Statements& into) {
    const std::string_view text = state_.text(word.name);
    if (text != "medium" && text != "full") {
      state_.report(error_at(Code::BadDeclaration, word.span,
                             fmt::format("there is no precision '{}'", text),
                             spelling_hint(text, {"medium", "full"})));
      return;
    }
    if (lattice_.trait(lattice_.value(value).trait).kind == TraitKind::Guarantee) {
      state_.report(error_at(Code::BadDeclaration, word.span, "a guarantee has no precision",
                             "what a value means decides how exact it has to be"));
      return;
    }
    std::optional<Statement>& known = into[value.index()];
    const Statement statement{text == "medium" ? Precision::Medium : Precision::Full, word.span};
    if (known && known->precision != statement.precision) {
      Diagnostic diagnostic = error_at(
          Code::BadDeclaration, word.span,
          fmt::format("'{}' is both full and medium", state_.text(lattice_.value(value).name)));
      diagnostic.notes.push_back({"the other precision is here", known->span});
      state_.report(std::move(diagnostic));
      return;
    }
    known = known ? known : statement;
  }

  void resolve(ValueId value) {
    const TraitValue& here = lattice_.value(value);
    const std::optional<Statement>& declared = declared_[value.index()];
    const std::optional<Statement>& extended = extended_[value.index()];
    const std::optional<Statement> above =
        here.parent ? kept_full_[here.parent->index()] : std::nullopt;
    refuse(value, declared, above);
    const bool is_full = declared && declared->precision == Precision::Full;
    kept_full_[value.index()] = above ? above : is_full ? declared : std::nullopt;
    refuse(value, extended, kept_full_[value.index()]);
    if (const std::optional<Precision> decided = decide(here, declared, extended)) {
      lattice_.set_precision(value, *decided);
    }
  }

  /// The most specific statement, unless a value above is full.
  std::optional<Precision> decide(const TraitValue& value, const std::optional<Statement>& declared,
                                  const std::optional<Statement>& extended) const {
    const TraitValue* const parent = value.parent ? &lattice_.value(*value.parent) : nullptr;
    if (parent != nullptr && (parent->precision == Precision::Full || (!declared && !extended))) {
      return parent->precision;
    }
    if (extended) {
      return extended->precision;
    }
    if (declared) {
      return declared->precision;
    }
    return std::nullopt;
  }

  /// Reports a permission where a declaration keeps full precision.
  void refuse(ValueId value, const std::optional<Statement>& stated,
              const std::optional<Statement>& full) {
    if (!stated || stated->precision != Precision::Medium || !full) {
      return;
    }
    Diagnostic diagnostic =
        error_at(Code::BadDeclaration, stated->span,
                 fmt::format("'{}' keeps full precision", state_.text(lattice_.value(value).name)),
                 "an error of such a value is not one of the same size in the picture");
    diagnostic.notes.push_back({"its declaration says so here", full->span});
    state_.report(std::move(diagnostic));
  }

  LoadState& state_;
  Lattice& lattice_;
  Statements declared_;   // per value: by its declaration
  Statements extended_;   // per value: by `extend`
  Statements kept_full_;  // per value: the declaration of it, or of one above, that says full
};

}  // namespace

void resolve_precisions(LoadState& state) { PrecisionResolver(state).run(); }

}  // namespace weft
