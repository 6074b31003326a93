// --watch: a run again after every way to save, errors that leave the outputs, an end by signals.

#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing::cli_watch_test {
namespace {

/// Functions of a script that starts the program in the background.
constexpr const char* helpers = R"sh(
set -um  # job control: what runs in the background does not ignore SIGINT
start() { "$weft" "$@" --watch >out.txt 2>log.txt & pid=$!; }
await() {  # a line of the log, the number of times
  for i in $(seq 500); do
    [ "$(grep -c -- "$1" log.txt)" -ge "$2" ] && return
    sleep 0.05
  done
  echo "no line '$1' $2 times:"; cat log.txt; kill -KILL $pid; exit 1
}
stop() { kill -$1 $pid; wait $pid; echo "ended with $?"; }
)sh";

Finished run_script(const TempDir& place, const std::string& script) {
  Command command;
  command.program = "/bin/bash";
  command.arguments = {"-c", "weft=" + weft_program().string() + helpers + script};
  command.working_directory = place.path();
  command.timeout = std::chrono::seconds(120);
  return run(command);
}

std::string material(const std::string& value) {
  return "import \"core\";\nimport \"./part.weft\";\nmaterial m { output color = twice(" + value +
         "); }\n" + flat_profile;
}

std::string part(const std::string& factor) {
  return "fragment twice(x: float) -> float { return x * " + factor + "; }\n";
}

}  // namespace

TEST_CASE("cli watch: compose runs again after a save, by renaming and in place") {
  const TempDir place;
  place.write("m.weft", material("0.25"));
  place.write("part.weft", part("2.0"));
  place.write("renamed.weft", material("0.375"));
  place.write("broken.weft", "material {");
  place.write("other_part.weft", part("4.0"));
  const Finished finished = run_script(place, R"sh(
start compose m.weft -p flat -o out
await 'done after' 1
grep -c '0\.5' out/m.flat.frag.glsl
mv renamed.weft m.weft
await 'done after' 2
grep -c '0\.75' out/m.flat.frag.glsl
cp m.weft good.weft
cat broken.weft > m.weft
await 'errors, the last good output stays' 1
grep -c '0\.75' out/m.flat.frag.glsl
cp good.weft m.weft
await 'done after' 3
cat other_part.weft > part.weft   # an import
await 'done after' 4
grep -c '1\.5' out/m.flat.frag.glsl
rm part.weft
await 'errors, the last good output stays' 2
cp other_part.weft part.weft      # a file that was missing
await 'done after' 5
stop TERM
grep -o 'changed: .*' log.txt
)sh");
  INFO(finished.out << finished.err);
  CHECK(finished.exit_code == 0);
  CHECK_THAT(finished.out, contains("1\n1\n1\n1\nended with 0\nchanged: m.weft\nchanged: m.weft\n"
                                    "changed: m.weft\nchanged: part.weft\nchanged: part.weft\n"
                                    "changed: part.weft\n"));
  CHECK_THAT(read_file(place.path() / "log.txt"), contains("m.weft:1:10: error: "));
}

TEST_CASE("cli watch: an interrupt ends it, and wrong words end it at once") {
  const TempDir place;
  place.write("m.weft", material("0.25"));
  place.write("part.weft", part("2.0"));
  const Finished finished = run_script(place, R"sh(
start compose m.weft -p flat -o out
await 'done after' 1
stop INT
)sh");
  CHECK(finished.out == "ended with 0\n");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"compose", "m.weft", "--watch"},
           {"compose", "-", "-o", "out", "--watch"},
           {"compose", "m.weft", "-o", "out", "--check", "--watch"}}) {
    const Finished refused = run_weft(words, place.path());
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, contains("--watch needs files to read and a folder to write to"));
  }
}

}  // namespace weft::testing::cli_watch_test
