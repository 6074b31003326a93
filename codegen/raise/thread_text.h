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

/// `.xy` of three ints, for as many axes as there are; nothing for three.
std::string axes_swizzle(const ThreadGrid& threads);

/// The position of an element in a buffer: rows, one after the other. `at`, `size`: expressions of
/// three ints, its place and the threads along each axis.
std::string element_index(const ThreadGrid& threads, std::string_view at, std::string_view size);

/// The documentation of the function that reads a state.
constexpr std::string_view previous_state_doc =
    "The state as the last step left it, at the place of a thread.";

/// The output whose size tells how many threads there are, for profiles that do not provide it: the
/// first image, or a buffer of one dimension.
const StorageOutput& measured_output(const Interface& all);

/// The value of an output as it is stored in `components` components: 0 in the ones that it lacks,
/// and 1 in the fourth. `type`: the spelling of the vector of that many components.
std::string padded_value(const std::string& value, int components_of_value, int components,
                         Scalar kind, std::string_view type);

}  // namespace weft
