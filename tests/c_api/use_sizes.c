/* A program that was compiled with an older weft.h, and one that was compiled with a newer one: the
 * structs of options are as they see them. Each lies at the end of a page with nothing behind it,
 * so that reading beyond `size` ends the program. Prints what is wrong and counts it. */

#define _DEFAULT_SOURCE

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

/* What of weft.h this program was compiled with. */
typedef struct weft_library weft_library;
typedef struct weft_shaders weft_shaders;
typedef struct weft_report weft_report;
const char* weft_report_text(const weft_report* report);
weft_library* weft_load_text(const char* name, const char* text, size_t length,
                             const void* options);
void weft_library_free(weft_library* library);
int weft_library_ok(const weft_library* library);
const weft_report* weft_library_report(const weft_library* library);
weft_shaders* weft_compose(const weft_library* library, const char* material, const char* profile,
                           uint32_t outputs, const void* options);
void weft_shaders_free(weft_shaders* shaders);
int weft_shaders_ok(const weft_shaders* shaders);
const weft_report* weft_shaders_report(const weft_shaders* shaders);
size_t weft_shaders_block_size(const weft_shaders* shaders, const char* block);

typedef struct old_load_options {
  size_t size;
  const char* const* import_directories;
  size_t import_directory_count;
} old_load_options;

typedef struct value {
  const char* name;
  const double* components;
  size_t component_count;
} value;

typedef struct old_compose_options {
  size_t size;
  const value* values;
  size_t value_count;
  int no_placement;
  int uniform_program;
} old_compose_options;

typedef struct new_compose_options {
  size_t size;
  const value* values;
  size_t value_count;
  int no_placement;
  int uniform_program;
  uint64_t vertices;
  uint64_t fragments;
  uint32_t interpolants;
  uint64_t invented_later[8];
} new_compose_options;

/* Memory of that size whose next byte cannot be read. */
static void* at_the_edge(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  unsigned char* pages = (unsigned char*)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((void*)pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) {
    printf("no memory\n");
    exit(EXIT_FAILURE);
  }
  return pages + page - size;
}

static const char* const material =
    "import \"core\";\n"
    "import \"profiles\";\n"
    "material m {\n"
    "    param gain: float = 3.0;\n"
    "    param tint: float3 = float3(0.25, 0.5, 1.0);\n"
    "    param tone: float3 = float3(1.0, 0.5, 0.25);\n"
    "    output albedo = abs(surface.normal) * (tint * tone * sqrt(gain));\n"
    "}\n"
    "profile small: base_mesh { fragment demand albedo: float3 as target 0; }\n";

int main(void) {
  const uint32_t glsl = 1;
  const double nine = 9.0;
  const value wanted = {"gain", &nine, 1};
  old_load_options* load = (old_load_options*)at_the_edge(sizeof *load);
  old_compose_options* old = (old_compose_options*)at_the_edge(sizeof *old);
  new_compose_options* later = (new_compose_options*)at_the_edge(sizeof *later);
  weft_library* library;
  weft_shaders* shaders;
  size_t with_results, without_results;

  memset(load, 0, sizeof *load);
  load->size = sizeof *load;
  library = weft_load_text("m.weft", material, strlen(material), load);
  CHECK(weft_library_ok(library));
  if (!weft_library_ok(library)) {
    printf("%s\n", weft_report_text(weft_library_report(library)));
    return EXIT_FAILURE;
  }

  /* What the smaller struct has is taken, the rest has its defaults. */
  memset(old, 0, sizeof *old);
  old->size = sizeof *old;
  old->values = &wanted;
  old->value_count = 1;
  shaders = weft_compose(library, "m", "small", glsl, old);
  CHECK(weft_shaders_ok(shaders));
  with_results = weft_shaders_block_size(shaders, "Material");
  weft_shaders_free(shaders);
  old->uniform_program = -1;
  shaders = weft_compose(library, "m", "small", glsl, old);
  CHECK(weft_shaders_ok(shaders));
  without_results = weft_shaders_block_size(shaders, "Material");
  CHECK(without_results > with_results); /* the parameters are read by the shader then */
  weft_shaders_free(shaders);

  /* Of the larger one too, if it asks for nothing new. */
  memset(later, 0, sizeof *later);
  later->size = sizeof *later;
  later->uniform_program = -1;
  shaders = weft_compose(library, "m", "small", glsl, later);
  CHECK(weft_shaders_ok(shaders));
  CHECK(weft_shaders_block_size(shaders, "Material") == without_results);
  weft_shaders_free(shaders);
  later->invented_later[7] = 1;
  shaders = weft_compose(library, "m", "small", glsl, later);
  CHECK(!weft_shaders_ok(shaders));
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "weft_compose_options") != NULL);
  weft_shaders_free(shaders);

  /* A size that was forgotten is an error. */
  old->size = 0;
  shaders = weft_compose(library, "m", "small", glsl, old);
  CHECK(!weft_shaders_ok(shaders));
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "size") != NULL);
  weft_shaders_free(shaders);
  weft_library_free(library);
  load->size = 0;
  library = weft_load_text("m.weft", material, strlen(material), load);
  CHECK(!weft_library_ok(library));
  weft_library_free(library);

  printf("%d faults\n", faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
