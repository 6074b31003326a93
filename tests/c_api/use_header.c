/* A header in C99 that was generated for this program: what it computes is what the library
 * computes, byte by byte. Prints what differs and counts it. Arguments: the material's file. */

#include <stdio.h>
#include <stdlib.h>

#include "clay.forward.h"
#include "weft.h"
#include "worn_metal.forward.h"

static int faults = 0;

/* The host's matrices, by the names that the library asks for. */
static float value_of(const char* name, size_t i) {
  const size_t seed = strlen(name);
  return (float)((i * 7 + seed * 3) % 11) * 0.25f - (i % 5 == 0 ? -2.0f : 1.0f);
}

static int give(void* user, const char* name, uint32_t* words, size_t count) {
  size_t i;
  (void)user;
  if (strstr(name, "world") == NULL && strstr(name, "clip") == NULL) {
    return 0;
  }
  for (i = 0; i < count; ++i) {
    const float one = value_of(name, i);
    memcpy(&words[i], &one, sizeof one);
  }
  return 1;
}

static weft_float4x4 matrix(const char* name) {
  weft_float4x4 made;
  size_t i;
  for (i = 0; i < 16; ++i) {
    made.columns[i / 4].v[i % 4] = value_of(name, i);
  }
  return made;
}

static void compare(const weft_shaders* shaders, const char* name, const void* ours, size_t size) {
  unsigned char* theirs = (unsigned char*)malloc(size);
  size_t i;
  if (theirs == NULL || weft_shaders_block_size(shaders, name) != size ||
      !weft_fill_block(shaders, name, give, NULL, theirs, size)) {
    printf("%s: no such block of %u bytes\n", name, (unsigned)size);
    ++faults;
  } else {
    for (i = 0; i < size; ++i) {
      if (theirs[i] != ((const unsigned char*)ours)[i]) {
        printf("%s: byte %u differs\n", name, (unsigned)i);
        ++faults;
      }
    }
  }
  free(theirs);
}

/* The JSON of these shaders has the header's hash: both are of one interface. */
static void expect_hash(const weft_shaders* shaders, const char* file, const char* hash) {
  const char* json = (const char*)weft_shaders_data(shaders, file, NULL);
  if (json == NULL || strstr(json, hash) == NULL) {
    printf("%s: not of the header's hash %s\n", file, hash);
    ++faults;
  }
}

int main(int count, char** arguments) {
  const char* const file = count == 2 ? arguments[1] : "";
  weft_library* library = weft_load(&file, 1, NULL);
  weft_shaders* shaders =
      weft_compose(library, "worn_metal", "forward", WEFT_REFLECTION | WEFT_HEADER_C, NULL);
  if (!weft_shaders_ok(shaders)) {
    printf("%s", weft_report_text(weft_shaders_report(shaders)));
    return EXIT_FAILURE;
  }
  expect_hash(shaders, "worn_metal.forward.json", worn_metal_forward_content_hash);
  if (strstr((const char*)weft_shaders_data(shaders, "worn_metal.forward.h", NULL),
             "worn_metal_forward_Material_update") == NULL) {
    printf("the library's header is none in C\n");
    ++faults;
  }
  {
    worn_metal_forward_UniformInputs inputs = worn_metal_forward_UniformInputs_default();
    worn_metal_forward_Material material = worn_metal_forward_Material_default();
    worn_metal_forward_ObjectResults object = worn_metal_forward_ObjectResults_default();
    worn_metal_forward_DrawResults draw = worn_metal_forward_DrawResults_default();
    inputs.object_to_world = matrix("object.to_world");
    inputs.view_from_world = matrix("view.from_world");
    inputs.view_to_clip = matrix("view.to_clip");
    worn_metal_forward_Material_update(&material, &inputs);
    worn_metal_forward_ObjectResults_update(&object, &inputs);
    worn_metal_forward_DrawResults_update(&draw, &inputs);
    compare(shaders, "Material", &material, sizeof material);
    compare(shaders, "ObjectResults", &object, sizeof object);
    compare(shaders, "DrawResults", &draw, sizeof draw);
  }
  if (clay_forward_parameters.count != 1 ||
      strcmp(clay_forward_parameters.rows[0].name, "tint") != 0) {
    printf("the other material has another parameter\n");
    ++faults;
  }
  weft_shaders_free(shaders);
  weft_library_free(library);
  printf("%d faults\n", faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
