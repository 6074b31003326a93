#include "tools/viewer_window.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

#include "tools/glfw_on_demand.h"
#include "tools/picture_viewer.h"
#include "tools/viewer_panel.h"

// The window draws what PictureViewer has, and hands it what the user does.

namespace weft::tools {
namespace {

constexpr int panel_width = 320;
constexpr int least_side = 64;
constexpr double look_every = 0.1;  // seconds
constexpr std::array<int, 2> default_size = {640, 480};

using render::ViewerState;

/// What the library said last; it has no other way to say it.
std::string& last_trouble() {
  static std::string text;
  return text;
}

/// The functions of OpenGL 1.1 that a picture needs.
struct OpenGl {
  decltype(&glGenTextures) gen_textures = find<decltype(&glGenTextures)>("glGenTextures");
  decltype(&glBindTexture) bind_texture = find<decltype(&glBindTexture)>("glBindTexture");
  decltype(&glTexParameteri) tex_parameter = find<decltype(&glTexParameteri)>("glTexParameteri");
  decltype(&glTexImage2D) tex_image = find<decltype(&glTexImage2D)>("glTexImage2D");
  decltype(&glViewport) viewport = find<decltype(&glViewport)>("glViewport");
  decltype(&glClearColor) clear_color = find<decltype(&glClearColor)>("glClearColor");
  decltype(&glClear) clear = find<decltype(&glClear)>("glClear");

  template <class Function>
  static Function find(const char* name) {
    return reinterpret_cast<Function>(glfwGetProcAddress(name));
  }
};

struct CloseWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

/// A window with an OpenGL context and Dear ImGui in it.
class Window {
 public:
  /// Nothing if there is no display; last_trouble() says why.
  static std::unique_ptr<Window> open(const std::string& title, const std::array<int, 2>& size) {
    if (!load_glfw()) {
      last_trouble() = "libglfw.so.3 is not installed";
      return nullptr;
    }
    glfwSetErrorCallback([](int, const char* text) { last_trouble() = text; });
    if (glfwInit() == GLFW_FALSE) {
      return nullptr;
    }
    GLFWwindow* made =
        glfwCreateWindow(size[0] + panel_width, size[1], title.c_str(), nullptr, nullptr);
    if (made == nullptr) {
      glfwTerminate();
      return nullptr;
    }
    glfwMakeContextCurrent(made);
    return std::unique_ptr<Window>(new Window(made));
  }
  ~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    window_.reset();
    glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  bool is_closing() const { return glfwWindowShouldClose(window_.get()) != GLFW_FALSE; }

  /// The picture that the next frames show, texel by pixel.
  void set_picture(const render::Image& image) {
    if (texture_ == 0) {
      gl_.gen_textures(1, &texture_);
    }
    gl_.bind_texture(GL_TEXTURE_2D, texture_);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl_.tex_parameter(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl_.tex_image(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA,
                  GL_UNSIGNED_BYTE, image.rgba.data());
    picture_size_ = {image.width, image.height};
  }

  /// Takes events, waiting for them at most so long, and shows a frame.
  ViewerState frame(ViewerState state, double seconds, const std::string& status) {
    glfwWaitEventsTimeout(seconds);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    state = take_input(std::move(state));
    const ImVec2 room = ImGui::GetIO().DisplaySize;
    const float left = std::max(room.x - static_cast<float>(panel_width), 1.0F);
    show_picture();
    state = show_panel(std::move(state), {left, static_cast<float>(panel_width), room.y, status});
    ImGui::Render();
    const std::array<int, 2> pixels = size_in_pixels();
    gl_.viewport(0, 0, pixels[0], pixels[1]);
    gl_.clear_color(paper_color[0] / 255.0F, paper_color[1] / 255.0F, paper_color[2] / 255.0F,
                    1.0F);
    gl_.clear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_.get());
    return state;
  }

 private:
  /// Escape leaves a field that is edited, and otherwise the window. Dear ImGui misses keys that
  /// are released before the next frame.
  static void close_by_escape(GLFWwindow* window, int key, int, int action, int) {
    if (key == GLFW_KEY_ESCAPE && action == GLFW_PRESS && !ImGui::IsAnyItemActive()) {
      glfwSetWindowShouldClose(window, GLFW_TRUE);
    }
  }

  /// The window's context is current.
  explicit Window(GLFWwindow* window) : window_(window) {
    glfwSetWindowSizeLimits(window, panel_width + least_side, least_side, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    glfwSwapInterval(1);
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // nothing is remembered in files
    ImGui::StyleColorsDark();
    glfwSetKeyCallback(window, close_by_escape);
    ImGui_ImplGlfw_InitForOpenGL(window, true);  // calls what is installed, too
    ImGui_ImplOpenGL3_Init("#version 130");
  }

  std::array<int, 2> size_in_pixels() const {
    std::array<int, 2> size{};
    glfwGetFramebufferSize(window_.get(), size.data(), &size[1]);
    return size;
  }

  /// Pixels of the picture per unit of the window.
  static ImVec2 scale() {
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    return {scale.x > 0.0F ? scale.x : 1.0F, scale.y > 0.0F ? scale.y : 1.0F};
  }

  ViewerState take_input(ViewerState state) const {
    const ImGuiIO& io = ImGui::GetIO();
    const std::array<int, 2> pixels = size_in_pixels();
    if (pixels[0] > 0 && pixels[1] > 0) {  // an iconified window has none
      const int panel = static_cast<int>(static_cast<float>(panel_width) * scale().x);
      state = render::resized(std::move(state), pixels[0] - panel, pixels[1], longest_side);
    }
    const bool is_over_picture = !io.WantCaptureMouse;
    // The way to where the button went down is none of the drag's.
    const bool is_dragged = io.MouseDown[0] && io.MouseDownDuration[0] > 0.0F;
    if (is_over_picture && is_dragged && (io.MouseDelta.x != 0.0F || io.MouseDelta.y != 0.0F)) {
      state = render::turned(std::move(state), io.MouseDelta.x * scale().x,
                             io.MouseDelta.y * scale().y);
    }
    if (is_over_picture && io.MouseWheel != 0.0F) {
      state = render::moved_closer(std::move(state), io.MouseWheel);
    }
    return is_closing() ? render::closed(std::move(state)) : state;
  }

  void show_picture() const {
    if (texture_ != 0) {
      const ImVec2 corner = {static_cast<float>(picture_size_[0]) / scale().x,
                             static_cast<float>(picture_size_[1]) / scale().y};
      // Its names of textures are pointers. NOLINTNEXTLINE(performance-no-int-to-ptr)
      auto* const name = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture_));
      ImGui::GetBackgroundDrawList()->AddImage(name, {0.0F, 0.0F}, corner);
    }
  }

  std::unique_ptr<GLFWwindow, CloseWindow> window_;
  OpenGl gl_;
  GLuint texture_ = 0;
  std::array<int, 2> picture_size_{};
};

/// A word as a shell reads it. Values of parameters have no quotation marks.
std::string for_a_shell(const std::string& word) {
  return word.find_first_of(" ()") == std::string::npos ? word : fmt::format("'{}'", word);
}

void refuse_window(Report& report) {
  report.add(error(Code::RenderFailed, fmt::format("there is no window: {}", last_trouble()),
                   "--view needs a display, X11's DISPLAY; `--watch -o FILE` draws into a file"));
  report.raise(ExitCode::MachineTrouble);
}

/// Until the user closes the window.
void show(PictureViewer& viewer, Window& window) {
  using Clock = std::chrono::steady_clock;
  constexpr int frames_after_input = 3;  // Dear ImGui answers in the frames after it
  int busy_frames = frames_after_input;
  auto looked = Clock::now();
  while (!viewer.state.is_closed) {
    const bool had_to_draw = viewer.state.needs_drawing || viewer.state.needs_composing;
    viewer.update();
    if (had_to_draw && viewer.picture()) {
      window.set_picture(*viewer.picture());
    }
    const std::string status = viewer.state.errors.empty()
                                   ? fmt::format("drawn in {:.0f} ms", viewer.milliseconds())
                                   : "not up to date";
    busy_frames = had_to_draw ? frames_after_input : std::max(busy_frames - 1, 0);
    viewer.state =
        window.frame(std::move(viewer.state), busy_frames > 0 ? 0.001 : look_every, status);
    if (Clock::now() - looked > std::chrono::duration<double>(look_every)) {
      looked = Clock::now();
      viewer.look_at_files();
    }
  }
}

}  // namespace

void view_picture(const RenderOptions& options, const PictureDescription& picture,
                  PictureMaker& maker, Report& report) {
  const bool has_size = options.picture.size || picture.size != PictureDescription().size;
  const std::array<int, 2> size = has_size ? picture.size : default_size;
  const std::string name = std::filesystem::path(options.input.file).filename().string();
  const auto window = Window::open(fmt::format("{} - weft", name), size);
  if (!window) {
    refuse_window(report);
    return;
  }
  PictureViewer viewer(options, maker, size);
  show(viewer, *window);
  const std::vector<std::string> changed = viewer.changed_options();
  if (!changed.empty()) {
    std::vector<std::string> quoted;
    std::transform(changed.begin(), changed.end(), std::back_inserter(quoted), for_a_shell);
    report.print(fmt::format("{}\n", fmt::join(quoted, " ")));
  }
  report.result()["options"] = changed;
}

}  // namespace weft::tools
