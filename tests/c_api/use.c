/* The C interface from C99: correct and incorrect use. Prints and counts the faults. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "weft.h"

static const char* const material =
    "import \"core\";\n"
    "import \"profiles\";\n"
    "material m {\n"
    "    param gain: float = 3.0;\n"
    "    param tint: float3 = float3(0.25, 0.5, 1.0);\n"
    "    static param bright: bool = false;\n"
    "    output albedo = abs(surface.normal) * (tint * sqrt(gain)) * (bright ? 2.0 : 1.0);\n"
    "}\n"
    "profile small: base_mesh { fragment demand albedo: float3 as target 0; }\n";

static weft_library* load(const char* text) {
  return weft_load_text("m.weft", text, strlen(text), NULL);
}

/* A host that knows the world's matrix and one parameter. */
static int give(void* user, const char* name, uint32_t* words, size_t count) {
  int* asked = (int*)user;
  const float gain = 4.0f;
  size_t i;
  ++*asked;
  if (strcmp(name, "gain") == 0 && count == 1) {
    memcpy(words, &gain, sizeof gain);
    return 1;
  }
  if (strcmp(name, "object.to_world") == 0 && count == 16) {
    for (i = 0; i < 16; ++i) {
      const float one = i % 5 == 0 ? 2.0f : 0.0f;
      memcpy(&words[i], &one, sizeof one);
    }
    return 1;
  }
  return 0;
}

static float float_at(const unsigned char* bytes, size_t offset) {
  float value;
  memcpy(&value, bytes + offset, sizeof value);
  return value;
}

static void good(void) {
  weft_library* library = load(material);
  weft_shaders* shaders;
  weft_shaders* same;
  const char* text;
  size_t size = 0;
  size_t files = 0;
  CHECK(library != NULL);
  if (library == NULL || !weft_library_ok(library)) {
    printf("%s\n", library != NULL ? weft_report_text(weft_library_report(library)) : "no memory");
    ++faults;
    return;
  }
  CHECK(weft_report_count(weft_library_report(library)) == 0);
  CHECK(strcmp(weft_library_material(library, 0), "m") == 0);
  CHECK(weft_library_material(library, 1) == NULL);
  CHECK(weft_library_profile(library, 0) != NULL);
  CHECK(weft_library_file(library, 0) != NULL);
  shaders = weft_compose(library, NULL, "small",
                         WEFT_GLSL | WEFT_HLSL | WEFT_SPIRV | WEFT_REFLECTION | WEFT_HEADER, NULL);
  CHECK(weft_shaders_ok(shaders));
  if (!weft_shaders_ok(shaders)) {
    printf("%s\n", weft_report_text(weft_shaders_report(shaders)));
    return;
  }
  while (weft_shaders_file(shaders, files) != NULL) {
    ++files;
  }
  CHECK(files == 10);
  text = (const char*)weft_shaders_data(shaders, "m.small.frag.glsl", &size);
  CHECK(text != NULL && strlen(text) == size && strstr(text, "void main()") != NULL);
  CHECK(weft_shaders_data(shaders, "m.small.vert.glsl.spv", &size) != NULL && size % 4 == 0);
  CHECK(((uintptr_t)weft_shaders_data(shaders, "m.small.vert.glsl.spv", NULL)) % 4 == 0);
  CHECK(weft_shaders_data(shaders, "nothing", &size) == NULL);
  {
    unsigned char bytes[256];
    int asked = 0;
    const size_t needed = weft_shaders_block_size(shaders, "Material");
    CHECK(needed == 16); /* gain and tint are read by the uniform program alone */
    CHECK(weft_fill_block(shaders, "Material", give, &asked, bytes, sizeof bytes) == 1);
    CHECK(asked == 2);                 /* gain and tint; nothing that other blocks need */
    CHECK(float_at(bytes, 0) == 0.5f); /* tint, its default, * sqrt(gain), as given */
    CHECK(float_at(bytes, 8) == 2.0f);
    CHECK(weft_fill_block(shaders, "DrawResults", give, &asked, bytes, sizeof bytes) == 1);
    CHECK(weft_fill_block(shaders, "Material", NULL, NULL, bytes, needed) == 1);
    CHECK(float_at(bytes, 8) > 1.7f && float_at(bytes, 8) < 1.8f); /* gain is 3, its default */
    CHECK(weft_fill_block(shaders, "Material", give, &asked, bytes, needed - 1) == 0);
    CHECK(weft_fill_block(shaders, "Other", give, &asked, bytes, sizeof bytes) == 0);
    CHECK(weft_shaders_block(shaders, 0) != NULL && weft_shaders_block(shaders, 99) == NULL);
  }
  {
    const double yes = 1.0;
    const double nine = 9.0;
    weft_value values[2];
    weft_compose_options options;
    unsigned char bytes[64];
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    values[0].name = "bright";
    values[0].components = &yes;
    values[0].component_count = 1;
    values[1].name = "gain";
    values[1].components = &nine;
    values[1].component_count = 1;
    options.values = values;
    options.value_count = 2;
    same = weft_compose(library, "m", "small", WEFT_GLSL, &options);
    CHECK(weft_shaders_ok(same));
    CHECK(strcmp((const char*)weft_shaders_data(same, "m.small.frag.glsl", NULL), text) != 0 ||
          weft_fill_block(same, "Material", NULL, NULL, bytes, sizeof bytes) == 1);
    CHECK(weft_fill_block(same, "Material", NULL, NULL, bytes, sizeof bytes) == 1);
    CHECK(float_at(bytes, 8) == 3.0f); /* 1 * sqrt(9) */
    weft_shaders_free(same);
    options.value_count = 0;
    options.uniform_program = -1;
    same = weft_compose(library, "m", "small", WEFT_GLSL, &options);
    CHECK(weft_shaders_ok(same) && weft_shaders_block_size(same, "Material") == 32);
    weft_shaders_free(same);
    values[0].component_count = 0;
    options.value_count = 1;
    same = weft_compose(library, "m", "small", WEFT_GLSL, &options);
    CHECK(!weft_shaders_ok(same));
    CHECK(strstr(weft_report_text(weft_shaders_report(same)), "bright") != NULL);
    weft_shaders_free(same);
  }
  weft_shaders_free(shaders);
  weft_library_free(library);
}

/* One value after the other, and the bytes that each of them changes. */
static void values(void) {
  weft_library* library = load(material);
  weft_shaders* shaders = weft_compose(library, NULL, "small", WEFT_GLSL, NULL);
  weft_values* given = weft_values_prepare(shaders);
  const float sixteen = 16.0f;
  const uint32_t not_a_number = 0x7fc00000u;
  uint32_t word = 0;
  weft_range range;
  weft_constant constant;
  size_t size = 0;
  const unsigned char* bytes;
  const int32_t gain = weft_values_parameter(given, "gain");
  CHECK(weft_values_ok(given) && gain == 0);
  CHECK(weft_values_parameter(given, "other") == -1);
  CHECK(weft_values_feature(given, "frame.time") >= 0);
  CHECK(weft_values_feature(given, "frame.other") == -1);
  memcpy(&word, &sixteen, sizeof word);
  CHECK(weft_values_set(given, gain, &word, 1) == 1);
  CHECK(weft_values_range(given, 0, &range) == 1 && weft_values_range(given, 1, &range) == 0);
  CHECK(strcmp(weft_shaders_block(shaders, range.block), "Material") == 0);
  CHECK(range.offset == 0 && range.size == 12); /* tint * sqrt(gain) */
  CHECK(weft_values_constant(given, 0, &constant) == 0);
  bytes = (const unsigned char*)weft_values_bytes(given, range.block, &size);
  CHECK(bytes != NULL && size == 16 && float_at(bytes, 8) == 4.0f);
  CHECK(weft_values_set(given, gain, &word, 1) == 1);
  CHECK(weft_values_range(given, 0, &range) == 0);
  CHECK(weft_values_set(given, gain, &not_a_number, 1) == 0);
  CHECK(strstr(weft_report_text(weft_values_report(given)), "'gain'") != NULL);
  CHECK(weft_values_set(given, gain, NULL, 1) == 0 && weft_values_set(given, -1, &word, 1) == 0);
  CHECK(weft_values_set(given, gain, &word, 2) == 0 && float_at(bytes, 8) == 4.0f);
  CHECK(weft_values_set(given, gain, &word, 1) == 1);
  CHECK(weft_report_count(weft_values_report(given)) == 0);
  CHECK(weft_values_bytes(given, 99, &size) == NULL);
  weft_values_free(given);
  weft_shaders_free(shaders);

  shaders = weft_compose(library, "other", "small", WEFT_GLSL, NULL);
  given = weft_values_prepare(shaders);
  CHECK(!weft_values_ok(given) && weft_report_count(weft_values_report(given)) == 1);
  CHECK(weft_values_set(given, 0, &word, 1) == 0);
  weft_values_free(given);
  weft_shaders_free(shaders);
  weft_library_free(library);

  given = weft_values_prepare(NULL);
  CHECK(!weft_values_ok(given));
  weft_values_free(given);
  CHECK(weft_values_ok(NULL) == 0 && weft_values_report(NULL) == NULL);
  CHECK(weft_values_parameter(NULL, "gain") == -1 && weft_values_feature(NULL, "frame.time") == -1);
  CHECK(weft_values_set(NULL, 0, &word, 1) == 0 && weft_values_range(NULL, 0, &range) == 0);
  CHECK(weft_values_constant(NULL, 0, &constant) == 0 && weft_values_bytes(NULL, 0, NULL) == NULL);
  weft_values_free(NULL);
}

static void bad(void) {
  weft_diagnostic diagnostic;
  const char* const missing = "/nowhere/at all.weft";
  weft_library* library = load("material m { output color = nothing(1.0); }\n");
  weft_shaders* shaders;
  CHECK(library != NULL && !weft_library_ok(library));
  CHECK(weft_report_count(weft_library_report(library)) == 1);
  CHECK(weft_report_get(weft_library_report(library), 0, &diagnostic) == 1);
  CHECK(diagnostic.severity == WEFT_ERROR && diagnostic.line == 1 && diagnostic.column == 29);
  CHECK(strcmp(diagnostic.file, "m.weft") == 0 && diagnostic.message[0] != 0);
  CHECK(weft_report_get(weft_library_report(library), 1, &diagnostic) == 0);
  CHECK(weft_report_json(weft_library_report(library))[0] == '[');
  shaders = weft_compose(library, NULL, NULL, WEFT_GLSL, NULL);
  CHECK(!weft_shaders_ok(shaders) && weft_shaders_file(shaders, 0) == NULL);
  CHECK(weft_shaders_block(shaders, 0) == NULL &&
        weft_shaders_block_size(shaders, "Material") == 0);
  weft_shaders_free(shaders);
  weft_library_free(library);

  library = weft_load(&missing, 1, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  CHECK(strstr(weft_report_text(weft_library_report(library)), missing) != NULL);
  weft_library_free(library);

  library = load(material);
  shaders = weft_compose(library, "other", "small", WEFT_GLSL, NULL);
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "'other'") != NULL);
  weft_shaders_free(shaders);
  shaders = weft_compose(library, "m", "other", WEFT_GLSL, NULL);
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "'other'") != NULL);
  weft_shaders_free(shaders);
  shaders = weft_compose(library, "m", "forward", WEFT_GLSL, NULL);
  CHECK(!weft_shaders_ok(shaders));
  CHECK(weft_report_count(weft_shaders_report(shaders)) > 0);
  weft_shaders_free(shaders);
  weft_library_free(library);

  weft_shaders_free(NULL);
  weft_library_free(NULL);
}

/* Null pointers where there have to be objects or texts: errors, or as of something empty. */
static void nothing(void) {
  const char* const no_names[1] = {NULL};
  weft_diagnostic diagnostic;
  weft_load_options load_options;
  weft_compose_options options;
  weft_value value;
  size_t size;
  weft_library* library;
  weft_shaders* shaders;
  CHECK(weft_report_count(NULL) == 0 && weft_report_get(NULL, 0, &diagnostic) == 0);
  CHECK(weft_report_text(NULL)[0] == 0 && strcmp(weft_report_json(NULL), "[]") == 0);
  CHECK(weft_library_ok(NULL) == 0 && weft_library_report(NULL) == NULL);
  CHECK(weft_library_material(NULL, 0) == NULL && weft_library_profile(NULL, 0) == NULL);
  CHECK(weft_library_file(NULL, 0) == NULL);
  CHECK(weft_shaders_ok(NULL) == 0 && weft_shaders_report(NULL) == NULL);
  CHECK(weft_shaders_file(NULL, 0) == NULL && weft_shaders_block(NULL, 0) == NULL);
  CHECK(weft_shaders_data(NULL, "m", &size) == NULL);
  CHECK(weft_shaders_block_size(NULL, "Material") == 0);
  CHECK(weft_fill_block(NULL, "Material", NULL, NULL, &size, sizeof size) == 0);

  library = weft_load(NULL, 1, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  CHECK(strstr(weft_report_text(weft_library_report(library)), "files is a null pointer") != NULL);
  weft_library_free(library);
  library = weft_load(no_names, 1, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);
  library = weft_load(NULL, 0, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);
  library = weft_load_text(NULL, material, strlen(material), NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);
  library = weft_load_text("m.weft", NULL, 7, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);
  library = weft_load_text("m.weft", NULL, 1, NULL);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);
  library = weft_load_text("m.weft", NULL, 0, NULL);
  CHECK(library != NULL && weft_library_ok(library));
  weft_library_free(library);
  memset(&load_options, 0, sizeof load_options);
  load_options.size = sizeof load_options;
  load_options.import_directory_count = 2;
  library = weft_load_text("m.weft", material, strlen(material), &load_options);
  CHECK(library != NULL && !weft_library_ok(library));
  weft_library_free(library);

  shaders = weft_compose(NULL, "m", "small", WEFT_GLSL, NULL);
  CHECK(shaders != NULL && !weft_shaders_ok(shaders));
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "null pointer") != NULL);
  weft_shaders_free(shaders);
  library = load(material);
  CHECK(weft_report_get(weft_library_report(library), 0, NULL) == 0);
  memset(&options, 0, sizeof options);
  memset(&value, 0, sizeof value);
  options.size = sizeof options;
  options.value_count = 1;
  shaders = weft_compose(library, "m", "small", WEFT_GLSL, &options);
  CHECK(!weft_shaders_ok(shaders));
  weft_shaders_free(shaders);
  options.values = &value;
  shaders = weft_compose(library, "m", "small", WEFT_GLSL, &options);
  CHECK(!weft_shaders_ok(shaders));
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "values[0].name") != NULL);
  weft_shaders_free(shaders);
  shaders = weft_compose(library, "m", "small", WEFT_GLSL, NULL);
  CHECK(weft_shaders_data(shaders, NULL, &size) == NULL);
  CHECK(weft_shaders_block_size(shaders, NULL) == 0);
  CHECK(weft_fill_block(shaders, "Material", NULL, NULL, NULL, 4096) == 0);
  weft_shaders_free(shaders);
  weft_library_free(library);
}

/* Values become values of the parameter's type, as -D of the command line takes them. */
static const char* const counted =
    "import \"core\";\n"
    "import \"profiles\";\n"
    "fragment both(a: uint, b: int) -> float3 { return float3(float(a), float(b), 0.5); }\n"
    "material n {\n"
    "    param a: uint = 3u;\n"
    "    param b: int = 4;\n"
    "    static param is_on: bool = true;\n"
    "    param wear: float = 0.5 [min: 0, max: 1];\n"
    "    param kind: int = one [enum: one_of(zero, one)];\n"
    "    output albedo = both(a, b) * (is_on ? wear : 1.0) * float(kind);\n"
    "}\n"
    "profile small: base_mesh { fragment demand albedo: float3 as target 0; }\n";

static weft_shaders* compose_counted(const weft_library* library, const weft_value* value) {
  weft_compose_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.uniform_program = -1;
  options.values = value;
  options.value_count = 1;
  return weft_compose(library, "n", "small", WEFT_GLSL, &options);
}

static void numbers(void) {
  static const struct {
    const char* name;
    double given;
    size_t word; /* of the block; 99: the text alone */
    uint32_t bits;
  } taken[] = {{"a", 4294967295.0, 0, 4294967295u},
               {"a", -0.0, 0, 0u},
               {"b", -2147483648.0, 1, 2147483648u},
               {"b", 2147483647.0, 1, 2147483647u},
               {"is_on", 0.0, 99, 0u},
               {"wear", 1.0, 2, 0x3f800000u},
               {"wear", 1e-60, 2, 0u},
               {"kind", 0.0, 3, 0u}};
  static const struct {
    const char* name;
    double given;
    const char* text;
  } refused[] = {
      {"a", -1.0, "a uint is a whole number"},
      {"a", 4294967296.0, "component 0 of the value for 'a' is 4294967296, but its type is uint"},
      {"a", 7.5, "a uint is a whole number"},
      {"b", 0.5, "an int is a whole number"},
      {"b", 3e9, "an int is a whole number"},
      {"is_on", 2.0, "a bool is 0 or 1"},
      {"is_on", 0.5, "a bool is 0 or 1"},
      {"is_on", -1.0, "a bool is 0 or 1"},
      {"wear", 1e300, "a float is finite"},
      {"wear", 3.0, "the value given for 'wear' lies outside min and max"},
      {"kind", 5.0, "the value given for 'kind' is none of zero (0), one (1)"},
  };
  static const double two[2] = {1.0, 2.0};
  weft_library* library = load(counted);
  weft_value value;
  weft_shaders* shaders;
  size_t i;
  CHECK(weft_library_ok(library));
  value.component_count = 1;
  for (i = 0; i < sizeof taken / sizeof taken[0]; ++i) {
    uint32_t words[64];
    memset(words, 0xff, sizeof words);
    value.name = taken[i].name;
    value.components = &taken[i].given;
    shaders = compose_counted(library, &value);
    CHECK(weft_shaders_ok(shaders));
    CHECK(weft_fill_block(shaders, "Material", NULL, NULL, words, sizeof words) == 1);
    CHECK(taken[i].word == 99 || words[taken[i].word] == taken[i].bits);
    weft_shaders_free(shaders);
  }
  for (i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
    value.name = refused[i].name;
    value.components = &refused[i].given;
    shaders = compose_counted(library, &value);
    CHECK(!weft_shaders_ok(shaders));
    CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), refused[i].text) != NULL);
    weft_shaders_free(shaders);
  }
  value.name = "a";
  value.components = two;
  value.component_count = 2;
  shaders = compose_counted(library, &value);
  CHECK(!weft_shaders_ok(shaders));
  CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "2 components do not make") != NULL);
  weft_shaders_free(shaders);
  weft_library_free(library);
}

/* Texts that somebody else wrote import nothing from outside of what the host says. */
static void confined(void) {
  static const char* const elsewhere = "import \"/proc/version\";\n";
  static const char* const shipped = "import \"core\";\nmaterial m { output albedo = 0.5; }\n";
  const char* const roots[1] = {"/usr"};
  weft_load_options options;
  weft_library* library;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  library = weft_load_text("m.weft", elsewhere, strlen(elsewhere), &options);
  CHECK(weft_library_file(library, 0) != NULL); /* it is read, and is no Weft */
  weft_library_free(library);
  options.import_roots = roots; /* an array of none */
  library = weft_load_text("m.weft", elsewhere, strlen(elsewhere), &options);
  CHECK(!weft_library_ok(library) && weft_library_file(library, 0) == NULL);
  CHECK(weft_report_count(weft_library_report(library)) == 1);
  CHECK(strstr(weft_report_text(weft_library_report(library)), "import-outside") != NULL);
  weft_library_free(library);
  options.import_root_count = 1;
  library = weft_load_text("m.weft", elsewhere, strlen(elsewhere), &options);
  CHECK(!weft_library_ok(library) && weft_library_file(library, 0) == NULL);
  weft_library_free(library);
  library = weft_load_text("m.weft", shipped, strlen(shipped), &options);
  CHECK(weft_library_ok(library));
  weft_library_free(library);
}

static void converting(void) {
  const char* const normal = "type:float3,use:normal,basis:model";
  const char* const world = "type:float3,use:normal,basis:world,norm:unit";
  weft_library* library = load(material);
  weft_conversion* conversion = weft_convert(library, normal, world, NULL);
  CHECK(weft_conversion_ok(conversion));
  CHECK(weft_conversion_step(conversion, 0) != NULL &&
        strcmp(weft_conversion_step(conversion, 0), "normal_to_world") == 0);
  CHECK(weft_conversion_step(conversion, 1) != NULL && weft_conversion_step(conversion, 2) == NULL);
  CHECK(strcmp(weft_conversion_result(conversion), world) == 0);
  CHECK(weft_conversion_difficulty(conversion) == 3.0);
  CHECK(strstr(weft_conversion_json(conversion), "\"difficulty\":3") != NULL);
  CHECK(weft_report_count(weft_conversion_report(conversion)) == 0);
  weft_library_free(library); /* a conversion does not need it */
  CHECK(strcmp(weft_conversion_result(conversion), world) == 0);
  weft_conversion_free(conversion);

  library = load(material);
  conversion = weft_convert(library, world, world, NULL); /* an empty chain */
  CHECK(weft_conversion_ok(conversion) && weft_conversion_step(conversion, 0) == NULL);
  CHECK(weft_conversion_difficulty(conversion) == 0.0);
  weft_conversion_free(conversion);
  conversion = weft_convert(library, normal, world, "frame.time"); /* not what it takes */
  CHECK(!weft_conversion_ok(conversion) && weft_conversion_result(conversion) == NULL);
  CHECK(strstr(weft_report_text(weft_conversion_report(conversion)), "object.to_world") != NULL);
  CHECK(strstr(weft_conversion_json(conversion), "would_succeed_with") != NULL);
  weft_conversion_free(conversion);
  conversion =
      weft_convert(library, normal, world, "object.to_world"); /* its definition is enough */
  CHECK(weft_conversion_ok(conversion));
  weft_conversion_free(conversion);
  conversion = weft_convert(library, "type:float3,use:nrmal", world, "no.such");
  CHECK(!weft_conversion_ok(conversion));
  CHECK(weft_report_count(weft_conversion_report(conversion)) == 2);
  CHECK(strcmp(weft_conversion_json(conversion), "null") == 0);
  weft_conversion_free(conversion);
  conversion = weft_convert(NULL, NULL, world, NULL);
  CHECK(!weft_conversion_ok(conversion));
  CHECK(weft_report_count(weft_conversion_report(conversion)) == 2);
  weft_conversion_free(conversion);
  conversion = weft_convert(library, normal, NULL, NULL);
  CHECK(weft_report_count(weft_conversion_report(conversion)) == 1);
  weft_conversion_free(conversion);
  weft_library_free(library);
  library = load("nonsense");
  conversion = weft_convert(library, normal, world, NULL);
  CHECK(!weft_conversion_ok(conversion));
  CHECK(weft_report_count(weft_conversion_report(conversion)) == 1);
  weft_conversion_free(conversion);
  weft_library_free(library);
  weft_conversion_free(NULL);
  CHECK(!weft_conversion_ok(NULL) && weft_conversion_report(NULL) == NULL);
  CHECK(weft_conversion_step(NULL, 0) == NULL && weft_conversion_result(NULL) == NULL);
  CHECK(strcmp(weft_conversion_json(NULL), "null") == 0);
}

/* The second port has half as many components as the first. */
static void half_of(void* user, weft_relation_context* context) {
  static const char* const wholes[] = {"float2", "float4"};
  static const char* const halves[] = {"float", "float2"};
  const char* allowed[2][2];
  size_t counts[2] = {0, 0};
  int i;
  ++*(int*)user;
  CHECK(weft_relation_size(context) == 3);
  for (i = 0; i < 2; ++i) {
    if (weft_relation_allows(context, 0, wholes[i]) &&
        weft_relation_allows(context, 1, halves[i])) {
      allowed[0][counts[0]++] = wholes[i];
      allowed[1][counts[1]++] = halves[i];
    }
  }
  weft_relation_restrict(context, 0, allowed[0], counts[0]);
  weft_relation_restrict(context, 1, allowed[1], counts[1]);
  weft_relation_equate(context, 1, 2);
  if (weft_relation_decided(context, 0) != NULL && counts[0] == 1) {
    CHECK(strcmp(weft_relation_decided(context, 0), allowed[0][0]) == 0);
  }
  CHECK(!weft_relation_allows(context, 0, "struct") && !weft_relation_allows(context, 3, "float"));
}

static weft_library* load_with(const weft_relation* relations, size_t count, const char* text) {
  weft_load_options options;
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.relations = relations;
  options.relation_count = count;
  return weft_load_text("relations.weft", text, strlen(text), &options);
}

static void relations(void) {
  const char* const head =
      "import \"core\";\nimport \"profiles\";\n"
      "fragment joined<A: floating, B: floating>(a: A, b: B) -> B where half_of(a, b, result) { "
      "return b * 2.0; }\n"
      "profile p: base_mesh { fragment demand color: float2 as target 0; }\n";
  char text[1024];
  int calls = 0;
  weft_relation relation;
  weft_library* library;
  memset(&relation, 0, sizeof relation);
  relation.name = "half_of";
  relation.least = 2;
  relation.most = 2;
  relation.has_result = 1;
  relation.propagate = half_of;
  relation.user = &calls;

  snprintf(text, sizeof text, "%smaterial m { output color = joined(float4(1.0), surface.uv); }\n",
           head);
  library = load_with(&relation, 1, text);
  CHECK(weft_library_ok(library));
  if (!weft_library_ok(library)) {
    printf("%s\n", weft_report_text(weft_library_report(library)));
  } else {
    weft_shaders* shaders = weft_compose(library, "m", "p", WEFT_GLSL, NULL);
    CHECK(weft_shaders_ok(shaders));
    weft_shaders_free(shaders);
  }
  CHECK(calls > 0);
  weft_library_free(library);

  snprintf(text, sizeof text, "%smaterial m { output color = joined(surface.uv, surface.uv); }\n",
           head);
  library = load_with(&relation, 1, text);
  if (weft_library_ok(library)) {
    weft_shaders* shaders = weft_compose(library, "m", "p", WEFT_GLSL, NULL);
    CHECK(!weft_shaders_ok(shaders));
    CHECK(strstr(weft_report_text(weft_shaders_report(shaders)), "half_of") != NULL);
    weft_shaders_free(shaders);
  }
  weft_library_free(library);

  library = load_with(NULL, 0, text); /* the name is not known then */
  CHECK(!weft_library_ok(library));
  weft_library_free(library);
  relation.name = "same";
  library = load_with(&relation, 1, text);
  CHECK(!weft_library_ok(library));
  CHECK(strstr(weft_report_text(weft_library_report(library)), "'same'") != NULL);
  weft_library_free(library);
  relation.propagate = NULL;
  library = load_with(&relation, 1, text);
  CHECK(strstr(weft_report_text(weft_library_report(library)), "has no function") != NULL);
  weft_library_free(library);
  library = load_with(NULL, 2, text);
  CHECK(strstr(weft_report_text(weft_library_report(library)), "null pointer") != NULL);
  weft_library_free(library);
}

int main(void) {
  CHECK(weft_abi_version() == WEFT_ABI_VERSION);
  CHECK(strchr(weft_version(), '.') != NULL);
  good();
  values();
  bad();
  nothing();
  confined();
  converting();
  numbers();
  relations();
  printf("%d faults\n", faults);
  return faults == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
