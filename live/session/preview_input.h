#pragma once

#include <string>
#include <string_view>

#include "composer/evaluations/plan.h"
#include "fragments/model/library.h"
#include "live/session/preview_source.h"
#include "live/session/preview_text.h"

namespace weft::live {

/// The first result of the fragments of a name if they all have several; else empty.
std::string first_of_several_results(const Library& library, std::string_view callee);

/// The name of the function that an expression calls; empty if it is no call.
std::string called_name(const std::string& expression);

/// What was found by meaning for an open input, as an expression; empty: the input has its default.
/// `plan` is that of `text`, in which the call of the input is shown. O(stitches).
std::string stitched_expression(const Library& library, const PreviewSource& open, const Plan& plan,
                                const PreviewText& text);

}  // namespace weft::live
