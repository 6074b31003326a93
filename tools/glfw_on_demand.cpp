#include "tools/glfw_on_demand.h"

#include <GLFW/glfw3.h>
#include <dlfcn.h>

// The functions of GLFW that the viewer and Dear ImGui's backend call, looked up in the shared
// library at the first call. The declarations are those of its header, so a mismatch does not
// compile.

namespace weft::tools {
namespace {

void*& library() {
  static void* handle = nullptr;
  return handle;
}

template <class Function>
Function find(const char* name) {
  return reinterpret_cast<Function>(dlsym(library(), name));
}

}  // namespace

bool load_glfw() {
  if (library() == nullptr) {
    library() = dlopen("libglfw.so.3", RTLD_NOW | RTLD_LOCAL);
  }
  return library() != nullptr;
}

}  // namespace weft::tools

// NOLINTBEGIN(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)
#define WEFT_ON_DEMAND(result, name, parameters, arguments)                 \
  extern "C" result name parameters {                                       \
    static const auto function = weft::tools::find<decltype(&name)>(#name); \
    return function arguments;                                              \
  }
// NOLINTEND(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)

WEFT_ON_DEMAND(int, glfwInit, (), ())
WEFT_ON_DEMAND(void, glfwTerminate, (), ())
WEFT_ON_DEMAND(GLFWerrorfun, glfwSetErrorCallback, (GLFWerrorfun f), (f))
WEFT_ON_DEMAND(GLFWwindow*, glfwCreateWindow,
               (int width, int height, const char* title, GLFWmonitor* monitor, GLFWwindow* share),
               (width, height, title, monitor, share))
WEFT_ON_DEMAND(void, glfwDestroyWindow, (GLFWwindow * window), (window))
WEFT_ON_DEMAND(int, glfwWindowShouldClose, (GLFWwindow * window), (window))
WEFT_ON_DEMAND(void, glfwSetWindowShouldClose, (GLFWwindow * window, int value), (window, value))
WEFT_ON_DEMAND(void, glfwSetWindowSizeLimits, (GLFWwindow * window, int a, int b, int c, int d),
               (window, a, b, c, d))
WEFT_ON_DEMAND(void, glfwGetWindowSize, (GLFWwindow * window, int* width, int* height),
               (window, width, height))
WEFT_ON_DEMAND(void, glfwGetFramebufferSize, (GLFWwindow * window, int* width, int* height),
               (window, width, height))
WEFT_ON_DEMAND(int, glfwGetWindowAttrib, (GLFWwindow * window, int attribute), (window, attribute))
WEFT_ON_DEMAND(void, glfwWaitEventsTimeout, (double seconds), (seconds))
WEFT_ON_DEMAND(void, glfwMakeContextCurrent, (GLFWwindow * window), (window))
WEFT_ON_DEMAND(void, glfwSwapInterval, (int interval), (interval))
WEFT_ON_DEMAND(void, glfwSwapBuffers, (GLFWwindow * window), (window))
WEFT_ON_DEMAND(GLFWglproc, glfwGetProcAddress, (const char* name), (name))
WEFT_ON_DEMAND(double, glfwGetTime, (), ())
WEFT_ON_DEMAND(GLFWcursor*, glfwCreateStandardCursor, (int shape), (shape))
WEFT_ON_DEMAND(void, glfwDestroyCursor, (GLFWcursor * cursor), (cursor))
WEFT_ON_DEMAND(void, glfwSetCursor, (GLFWwindow * window, GLFWcursor* cursor), (window, cursor))
WEFT_ON_DEMAND(void, glfwGetCursorPos, (GLFWwindow * window, double* x, double* y), (window, x, y))
WEFT_ON_DEMAND(void, glfwSetCursorPos, (GLFWwindow * window, double x, double y), (window, x, y))
WEFT_ON_DEMAND(int, glfwGetMouseButton, (GLFWwindow * window, int button), (window, button))
WEFT_ON_DEMAND(int, glfwGetInputMode, (GLFWwindow * window, int mode), (window, mode))
WEFT_ON_DEMAND(void, glfwSetInputMode, (GLFWwindow * window, int mode, int value),
               (window, mode, value))
WEFT_ON_DEMAND(const char*, glfwGetClipboardString, (GLFWwindow * window), (window))
WEFT_ON_DEMAND(void, glfwSetClipboardString, (GLFWwindow * window, const char* text),
               (window, text))
WEFT_ON_DEMAND(const float*, glfwGetJoystickAxes, (int joystick, int* count), (joystick, count))
WEFT_ON_DEMAND(const unsigned char*, glfwGetJoystickButtons, (int joystick, int* count),
               (joystick, count))
WEFT_ON_DEMAND(GLFWmonitorfun, glfwSetMonitorCallback, (GLFWmonitorfun f), (f))
WEFT_ON_DEMAND(GLFWkeyfun, glfwSetKeyCallback, (GLFWwindow * window, GLFWkeyfun f), (window, f))
WEFT_ON_DEMAND(GLFWcharfun, glfwSetCharCallback, (GLFWwindow * window, GLFWcharfun f), (window, f))
WEFT_ON_DEMAND(GLFWscrollfun, glfwSetScrollCallback, (GLFWwindow * window, GLFWscrollfun f),
               (window, f))
WEFT_ON_DEMAND(GLFWmousebuttonfun, glfwSetMouseButtonCallback,
               (GLFWwindow * window, GLFWmousebuttonfun f), (window, f))
WEFT_ON_DEMAND(GLFWcursorenterfun, glfwSetCursorEnterCallback,
               (GLFWwindow * window, GLFWcursorenterfun f), (window, f))
WEFT_ON_DEMAND(GLFWwindowfocusfun, glfwSetWindowFocusCallback,
               (GLFWwindow * window, GLFWwindowfocusfun f), (window, f))
