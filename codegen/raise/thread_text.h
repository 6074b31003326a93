#pragma once

#include <string>
#include <string_view>

#include "codegen/ir/program.h"

// What the text of threads has in common in all languages: threads are arranged in the order of x,
// y and z, also in buffers.

namespace weft {

/// The components of a position along the axes that there are: `x`, `xy`, `xyz`.
std::string_view axes_of(const ThreadGrid& threads);

/// The name of the position of a thread, three ints.
constexpr std::string_view thread_id_name = "thread_id";

/// The position of a thread's element in a buffer: rows, one after the other. `size`: an expression
/// of three ints, the threads along each axis.
std::string element_index(const ThreadGrid& threads, std::string_view size);

/// The output whose size tells how many threads there are, for profiles that do not provide it: the
/// first image, or a buffer of one dimension.
const StorageOutput& measured_output(const Interface& all);

/// The value of an output as it is stored in `components` components: 0 in the ones that it lacks,
/// and 1 in the fourth. `type`: the spelling of the vector of that many components.
std::string padded_value(const std::string& value, int components_of_value, int components,
                         Scalar kind, std::string_view type);

}  // namespace weft
