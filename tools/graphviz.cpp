#include "tools/graphviz.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft::tools {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
/// An unnamed temporary file. Unlike a pipe it cannot deadlock.
using Scratch = std::unique_ptr<std::FILE, CloseFile>;

tl::unexpected<Diagnostics> refused(std::string message, std::string hint = {}) {
  return failed(Diagnostics{error(Code::RenderFailed, std::move(message), std::move(hint))});
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  char buffer[1 << 16];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    text.append(buffer, got);
  }
  return text;
}

}  // namespace

Result<std::string> svg_of_dot(const std::string& dot) {
  const Scratch in(std::tmpfile());
  const Scratch out(std::tmpfile());
  const Scratch messages(std::tmpfile());
  if (!in || !out || !messages || std::fwrite(dot.data(), 1, dot.size(), in.get()) != dot.size() ||
      std::fflush(in.get()) != 0) {
    return refused(fmt::format("no temporary file: {}", std::strerror(errno)));
  }
  std::rewind(in.get());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages.get()), STDERR_FILENO);
  char program[] = "dot";
  char format[] = "-Tsvg";
  char* const words[] = {program, format, nullptr};
  pid_t child = 0;
  const int fault = posix_spawnp(&child, program, &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  const std::string hint = "install Graphviz (apt-get install graphviz), or write a .dot file";
  if (fault != 0) {
    return refused("the picture needs Graphviz's program 'dot', which was not found", hint);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) {
    return refused("Graphviz's program 'dot' could not be run", hint);
  }
  if (WEXITSTATUS(status) != 0) {
    return refused(fmt::format("Graphviz's program 'dot' failed: {}", content_of(messages.get())));
  }
  return content_of(out.get());
}

}  // namespace weft::tools
