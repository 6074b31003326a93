#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

// What is made of the one table of commands and options, so that it cannot say anything else.

namespace weft::tools {

/// The manual page weft(1), in the macros of man(7).
std::string manual_page(const CLI::App& app);

/// What a shell sources to complete words: `bash`, `zsh` or `fish`; nothing for others.
std::optional<std::string> completions(const CLI::App& app, std::string_view shell);

}  // namespace weft::tools
