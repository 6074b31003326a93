// The examples of docs/variants-at-scale.md, taken from that page: make with a runner, Slurm's
// daemons on this machine, and Bazel. Each has to give what one run of weft gives.

#include <csignal>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <pwd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/consumer/installed_weft.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/run_weft.h"
#include "tests/support/temp_dir.h"
#include "tests/support/tutorial.h"

namespace weft::testing::variants_at_scale_test {

namespace {

constexpr const char* rock = R"(import "core";
material rock {
    static param octaves: int = 1 [min: 1, max: 8];
    param tint: float3 {use: reflectance, encoding: srgb} = #887766;
    output albedo = tint * fbm(surface.position, octaves);
}
)";

constexpr const char* table =
    R"({"profiles": ["unlit"], "languages": ["glsl", "hlsl"], "variants": [
 {"name": "plain"}, {"name": "fine", "values": {"octaves": 8}},
 {"values": {"octaves": [1, 2, 3, 4], "tint": ["#808080", "#ff8000"]}}]})";

/// A block of the page: the one with that title, or else the `number`-th in the language.
std::string block(const std::string& language, const std::string& title, int number = 0) {
  const std::string page = read_file(repository_root() / "docs" / "variants-at-scale.md");
  for (const TutorialBlock& found : fenced_blocks(page)) {
    if (found.language == language &&
        (title.empty() ? found.word.empty() && number-- == 0 : found.word == "title=" + title)) {
      return found.text;
    }
  }
  FAIL("the page has no such block: " << language << " " << title);
  return {};
}

/// A folder with a material, its table, and `whole`, what one run makes of them.
class Site {
 public:
  Site() {
    place_.write("rock.weft", rock);
    place_.write("table.json", table);
    REQUIRE(run_weft(place_, {"compose", "rock.weft", "--variants", "table.json", "-o", "whole"})
                .exit_code == 0);
  }

  const TempDir& place() const { return place_; }
  fs::path path() const { return place_.path(); }

  /// What a folder has beside the indexes and dependency files of shards.
  std::map<std::string, std::string> outputs(const std::string& folder) const {
    std::map<std::string, std::string> files = files_of(path() / folder);
    std::erase_if(files,
                  [](const auto& file) { return file.first.find("-of-4.") != std::string::npos; });
    return files;
  }

  Finished shell(const std::string& script,
                 std::vector<std::pair<std::string, std::string>> environment = {}) const {
    Command command{"/bin/sh"};
    command.arguments = {"-e", "-c", "exec 2>&1\n" + script};
    command.working_directory = path();
    const std::string path = path_ + weft_program().parent_path().string() + ":/usr/bin:/bin";
    environment.insert(environment.end(), {{"PATH", path}, {"MAKEFLAGS", ""}, {"MAKELEVEL", ""}});
    command.environment = std::move(environment);
    command.timeout = std::chrono::minutes(2);
    return run(command);
  }

  /// Puts a folder in front of the PATH of shell().
  void find_programs_in(const fs::path& folder) { path_ = folder.string() + ":"; }

 private:
  TempDir place_;
  std::string path_;
};

/// A program that runs until the end of the scope.
class Daemon {
 public:
  Daemon(std::vector<std::string> words, const fs::path& log) {
    process_ = ::fork();
    REQUIRE(process_ >= 0);
    if (process_ == 0) {
      ::setpgid(0, 0);
      const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
      ::dup2(out, STDOUT_FILENO);
      ::dup2(out, STDERR_FILENO);
      std::vector<char*> arguments;
      for (std::string& word : words) {
        arguments.push_back(word.data());
      }
      arguments.push_back(nullptr);
      ::execv(arguments[0], arguments.data());
      ::_exit(127);
    }
  }
  ~Daemon() {
    ::kill(process_, SIGTERM);
    for (int i = 0; i < 50; ++i) {
      if (::waitpid(process_, nullptr, WNOHANG) == process_) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  Daemon(const Daemon&) = delete;
  Daemon& operator=(const Daemon&) = delete;

 private:
  pid_t process_;
};

/// Ports that were free a moment ago, all different.
std::vector<int> free_ports(std::size_t count) {
  std::vector<int> sockets;
  std::vector<int> ports;
  for (std::size_t i = 0; i < count; ++i) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    REQUIRE(::bind(sockets.back(), generic, size) == 0);
    REQUIRE(::getsockname(sockets.back(), generic, &size) == 0);
    ports.push_back(ntohs(address.sin_port));
  }
  for (const int socket : sockets) {
    ::close(socket);
  }
  return ports;
}

/// The configuration of an SSH server for the user who runs it, on the loopback interface alone.
std::string ssh_server_configuration(const fs::path& folder, int port) {
  return "ListenAddress 127.0.0.1\nPort " + std::to_string(port) + "\nHostKey " +
         (folder / "key").string() + "\nAuthorizedKeysFile " + (folder / "authorized").string() +
         "\nStrictModes no\nUsePAM no\nPidFile none\nPasswordAuthentication no\n"
         "PermitRootLogin prohibit-password\nSetEnv PATH=" +
         weft_program().parent_path().string() + ":/usr/bin:/bin\n";
}

/// The configuration of a client that finds the hosts `node1`, `node2` … at that server.
std::string ssh_client_configuration(const fs::path& folder, int port) {
  return "Host node*\n  HostName 127.0.0.1\n  Port " + std::to_string(port) + "\n  IdentityFile " +
         (folder / "key").string() + "\n  IdentitiesOnly yes\n" + "  UserKnownHostsFile " +
         (folder / "known").string() +
         "\n  StrictHostKeyChecking no\n  LogLevel ERROR\n  ConnectionAttempts 20\n";
}

/// The configuration of a cluster of this machine alone, without accounts or accounting.
std::string slurm_configuration(const fs::path& folder) {
  std::string host(256, '\0');
  REQUIRE(::gethostname(host.data(), host.size()) == 0);
  host = host.substr(0, host.find_first_of(std::string(".\0", 2)));
  const passwd* user = ::getpwuid(::getuid());
  REQUIRE(user != nullptr);
  const std::vector<int> ports = free_ports(2);
  const auto line = [](const std::string& name, const std::string& value) {
    return name + "=" + value + "\n";
  };
  return line("ClusterName", "weft") + line("SlurmctldHost", host + "(127.0.0.1)") +
         line("SlurmctldPort", std::to_string(ports[0])) +
         line("SlurmdPort", std::to_string(ports[1])) + line("SlurmUser", user->pw_name) +
         line("SlurmdUser", user->pw_name) + line("AuthType", "auth/none") +
         line("CredType", "cred/none") + line("StateSaveLocation", (folder / "state").string()) +
         line("SlurmdSpoolDir", (folder / "spool").string()) +
         line("SlurmctldPidFile", (folder / "slurmctld.pid").string()) +
         line("SlurmdPidFile", (folder / "slurmd.pid").string()) +
         line("ProctrackType", "proctrack/linuxproc") + line("TaskPlugin", "task/none") +
         line("JobAcctGatherType", "jobacct_gather/none") +
         line("AccountingStorageType", "accounting_storage/none") +
         line("SchedulerType", "sched/builtin") +
         line("SchedulerParameters", "sched_interval=1,batch_sched_delay=0") +
         line("SelectType", "select/cons_tres") + line("SelectTypeParameters", "CR_CPU") +
         line("MpiDefault", "none") + "NodeName=" + host +
         " NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n" +
         "PartitionName=all Nodes=ALL Default=YES State=UP\n";
}

}  // namespace

TEST_CASE("variants at scale: the documented makefile runs shards here and on other hosts") {
  Site site;
  site.place().write("Makefile", block("make", "Makefile"));
  const Finished made = site.shell("make -j2");
  INFO(made.out);
  REQUIRE(made.exit_code == 0);
  CHECK(site.outputs("out") == site.outputs("whole"));
  CHECK_THAT(site.shell("make -j2").out, contains("is up to date"));
  edit_file(site.path() / "rock.weft", "#887766", "#112233");  // known by the dependency files
  CHECK_THAT(site.shell("make -j2").out, contains("--shard 4/4"));

  // Four hosts, which are this machine: ssh itself talks to a server of its own, with the keys and
  // names of a configuration that a script gives it.
  site.place().write("on.sh", block("sh", "on.sh"));
  const fs::path ssh = site.path() / "ssh";
  fs::create_directories(ssh);
  const int port = free_ports(1).front();
  site.place().write("ssh/server", ssh_server_configuration(ssh, port));
  site.place().write("ssh/client", ssh_client_configuration(ssh, port));
  REQUIRE(site.shell("ssh-keygen -q -t ed25519 -N '' -f ssh/key").exit_code == 0);
  fs::copy_file(ssh / "key.pub", ssh / "authorized");
  if (::getuid() == 0) {
    fs::create_directories("/run/sshd");  // where the server gives up its rights
  }
  const Daemon server({"/usr/sbin/sshd", "-D", "-e", "-f", (ssh / "server").string()}, ssh / "log");
  fs::permissions(
      site.place().write(
          "hosts/ssh", "#!/bin/sh\necho \"$1\" >> '" + (site.path() / "hosts.txt").string() +
                           "'\nexec /usr/bin/ssh -F '" + (ssh / "client").string() + "' \"$@\"\n"),
      fs::perms::owner_all);
  site.find_programs_in(site.path() / "hosts");
  fs::remove_all(site.path() / "out");
  edit_file(site.path() / "rock.weft", "#112233", "#887766");
  const Finished remote = site.shell("make -j2 RUN='sh on.sh node$*'; sort hosts.txt");
  INFO(remote.out << "\n" << read_file(ssh / "log"));
  REQUIRE(remote.exit_code == 0);
  CHECK_THAT(read_file(ssh / "log"), contains("Accepted publickey"));
  CHECK_THAT(remote.out, contains("\nnode1\nnode2\nnode3\nnode4\n"));
  CHECK(site.outputs("out") == site.outputs("whole"));
}

TEST_CASE("variants at scale: the documented Slurm job runs on the daemons of this machine") {
  const Site site;
  const fs::path slurm = site.path() / "slurm";
  fs::create_directories(slurm / "state");
  fs::create_directories(slurm / "spool");
  const std::string configuration =
      site.place().write("slurm/slurm.conf", slurm_configuration(slurm)).string();
  const Daemon controller({"/usr/sbin/slurmctld", "-D", "-c", "-f", configuration}, slurm / "ctld");
  const Daemon node({"/usr/sbin/slurmd", "-D", "-c", "-f", configuration}, slurm / "node");
  const std::vector<std::pair<std::string, std::string>> environment = {
      {"SLURM_CONF", configuration}};
  Finished state;
  for (int i = 0; i < 100 && state.out.find("idle") == std::string::npos; ++i) {
    state = site.shell("sinfo --noheader --format=%T || true", environment);
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  INFO(state.out << read_file(slurm / "ctld") << read_file(slurm / "node"));
  REQUIRE_THAT(state.out, contains("idle"));
  site.place().write("shards.sh", block("sh", "shards.sh"));
  const Finished done = site.shell(block("sh", "", 1), environment);
  INFO(done.out << "\n" << site.shell("cat slurm-*.out || true").out);
  CHECK(done.exit_code == 0);
  CHECK(site.outputs("out") == site.outputs("whole"));
  CHECK(fs::exists(site.path() / "out" / "rock.variants.4-of-4.json"));
}

TEST_CASE("variants at scale: the documented Bazel rule runs shards in its sandbox") {
  const Site site;
  install_weft(site.path() / "prefix");
  const TempDir& place = site.place();
  place.write("prefix/WORKSPACE", "workspace(name = \"weft\")\n");
  place.write("prefix/BUILD",
              "package(default_visibility = [\"//visibility:public\"])\n"
              "filegroup(name = \"weft\", srcs = [\"bin/weft\"])\n"
              "filegroup(name = \"shaders\", srcs = glob([\"share/weft/shaders/*.weft\"]))\n");
  place.write(
      "app/WORKSPACE",
      "workspace(name = \"app\")\nlocal_repository(name = \"weft\", path = \"../prefix\")\n");
  place.write("app/weft.bzl", block("python", ""));
  place.write("app/BUILD",
              "load(\"//:weft.bzl\", \"weft_variants\")\n"
              "weft_variants(name = \"rocks\", src = \"rock.weft\", table = \"table.json\", "
              "material = \"rock\")\n");
  place.write("app/rock.weft", rock);
  place.write("app/table.json", table);
  const Finished built = site.shell(
      "cd app; bazel --batch --output_user_root=../bazel build //:rocks; "
      "cp -rL bazel-bin/rocks ../out; chmod -R u+w ../bazel",
      {{"HOME", site.path().string()}});
  INFO(built.out);
  REQUIRE(built.exit_code == 0);
  CHECK(site.outputs("out") == site.outputs("whole"));
}

}  // namespace weft::testing::variants_at_scale_test
