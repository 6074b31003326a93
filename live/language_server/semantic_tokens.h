#pragma once

#include "support/json_fwd.h"

namespace weft::lsp {

/// What the numbers of semantic tokens mean (`SemanticTokensLegend`).
Json semantic_tokens_legend();

}  // namespace weft::lsp
