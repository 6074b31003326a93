#include "live/session/candidates.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "composer/elaborate/available_features.h"
#include "live/session/candidate_search.h"
#include "live/session/edit_rules.h"
#include "live/session/preview.h"

namespace weft::live {
namespace {

/// The errors that lie outside of materials: nothing can be searched then.
Diagnostics errors_outside(const Diagnostics& all, const DocumentText& document) {
  Diagnostics outside;
  std::copy_if(all.begin(), all.end(), std::back_inserter(outside), [&](const Diagnostic& each) {
    const auto holds = [&](const DocumentGraph& graph) {
      return graph.is_material && each.span && each.span->file == FileId(0) &&
             graph.declaration.begin <= each.span->begin && each.span->end <= graph.declaration.end;
    };
    return each.severity == Severity::Error &&
           std::none_of(document.graphs().begin(), document.graphs().end(), holds);
  });
  return outside;
}

/// The one port of the call that an input is; null if the text or overloads leave it open.
const FragmentPort* port_at(const Library& library, const DocumentText& document,
                            const PortPlace& place) {
  if (!place.call) {
    return nullptr;
  }
  const auto& exprs = document.module().exprs;
  const auto& call = std::get<syntax::CallExpr>(exprs[*place.call].kind);
  const auto* callee = std::get_if<syntax::NameExpr>(&exprs[call.callee].kind);
  const auto name =
      callee != nullptr ? library.names.find(document.spelling(callee->name)) : std::nullopt;
  if (!name || library.find_fragments(*name).size() != 1) {
    return nullptr;
  }
  const Fragment& fragment = library.fragments[library.find_fragments(*name).front()];
  for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
    const bool is_it = place.name.empty() ? i == place.argument.value_or(0)
                                          : library.text(fragment.ports[i].name) == place.name;
    if (is_it) {
      return &fragment.ports[i];
    }
  }
  return nullptr;
}

class CandidateFinder {
 public:
  CandidateFinder(const LoadedDocument& loaded, const CandidateRequest& request)
      : request_(request),
        own_(loaded.library),
        text_(loaded.text),
        document_(loaded.document),
        names_(loaded.names) {}

  Result<std::vector<Candidate>> find() {
    if (Diagnostics errors = errors_outside(own_.diagnostics(), document_); !errors.empty()) {
      return failed(std::move(errors));
    }
    if (!request_.takes_value && !request_.port.empty()) {
      auto demand = demand_of_port();
      if (!demand) {
        return failed(std::move(demand.error()));
      }
      if (*demand) {
        return best_candidates(givers_of(context(own_), **demand), request_.most);
      }
    }
    SessionLibrary& previews = own_.previews();
    const auto type = type_of_port(previews, document_, names_,
                                   preview_output(request_.node, request_.port, request_.profile));
    if (!type) {
      return failed(type.error());
    }
    const CandidateContext searched = context(previews);
    return best_candidates(request_.takes_value ? takers_of(searched, *type)
                                                : givers_of(searched, weft::demand_of(*type)),
                           request_.most);
  }

 private:
  CandidateContext context(SessionLibrary& library) const {
    const auto profile = library.library().find_profile(request_.profile);
    return {library.composer(), own_.library(),
            profile ? features_in_stage(library.library(), *profile,
                                        library.library().profiles[*profile].last_stage())
                    : all_features(library.library())};
  }

  /// What the port states; nothing if the call decides.
  Result<std::optional<Demand>> demand_of_port() const {
    const SessionFragments fragments(own_, text_);
    const EditContext in{document_, names_, fragments};
    const auto node = find_node(document_, names_, request_.node);
    if (!node) {
      return std::optional<Demand>();  // it may be inside a call
    }
    const auto place = find_port(in, *node, request_.node, request_.port);
    if (!place) {
      return failed(place.error());
    }
    const FragmentPort* port = port_at(own_.library(), document_, *place);
    if (port == nullptr) {
      return std::optional<Demand>();
    }
    if (port->kind == FragmentPort::Kind::Fn) {
      return failed(edit_error(Code::Unsupported, request_.node, request_.port,
                               "the port takes a function", "write a lambda: (x) => …"));
    }
    return stated_demand(*port);
  }

  const CandidateRequest& request_;
  SessionLibrary& own_;
  const std::string& text_;
  const DocumentText& document_;
  const NodeNames& names_;
};

}  // namespace

std::string_view candidate_kind_name(Candidate::Kind kind) {
  switch (kind) {
    case Candidate::Kind::Fragment:
      return "fragment";
    case Candidate::Kind::Feature:
      return "feature";
    case Candidate::Kind::Conversion:
      break;
  }
  return "conversion";
}

EditResult<std::vector<Candidate>> find_candidates(const LoadedDocument& loaded,
                                                   const CandidateRequest& request) {
  auto found = CandidateFinder(loaded, request).find();
  if (!found) {
    return tl::unexpected(node_diagnostics(found.error(), loaded.document, loaded.names));
  }
  return std::move(*found);
}

}  // namespace weft::live
