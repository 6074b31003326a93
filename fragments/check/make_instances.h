#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fragments/model/library.h"
#include "support/diagnostic.h"

namespace weft {

/// Limit for arrays in a body: no GPU has registers for more, so larger ones are mistakes.
inline constexpr std::uint32_t most_array_elements = 65536;

/// Instantiates the body of a generic leaf for these type arguments, and those of its callees, as
/// far as they are made on demand and do not exist yet; afterwards Fragment::find_instance() finds
/// them.
///
/// Like templates in C++, except that the template is checked once with its parameter as an opaque
/// data type (DataKind::Parameter), so instantiation cannot fail for type errors. Each place that
/// decides the type arguments of a call makes this call once. Thread-safe. O(size of the bodies
/// made).
///
/// Returns an error message, and makes no body, if a body would hold an array of more than
/// most_array_elements elements, or a variable of more than most_scalars scalars, or would
/// read an array at a literal index out of its bounds. There are no other errors.
std::optional<std::string> make_instances(const Library& library, FragmentId leaf,
                                          const std::vector<DataType>& type_arguments);

/// As make_instances, for every call in a body; an error is located at the first call whose
/// instance cannot be made.
std::optional<Diagnostic> make_called_instances(const Library& library, const Body& body);

}  // namespace weft
