#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

// Documents generated from the one table of commands and options, so that they cannot diverge from
// it.

namespace weft::tools {

/// The manual page weft(1), in the macros of man(7).
std::string manual_page(const CLI::App& app);

/// A completion script to source in `bash`, `zsh` or `fish`; nothing for other shells.
std::optional<std::string> completions(const CLI::App& app, std::string_view shell);

}  // namespace weft::tools
