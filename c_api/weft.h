/* Weft for C, and for everything that can call C: load fragments and materials, compose a material
 * for a profile, take the shaders, fill their blocks.
 *
 *   weft_library* library = weft_load(&file, 1, NULL);
 *   weft_shaders* shaders = weft_compose(library, "worn_metal", "forward", WEFT_GLSL, NULL);
 *   if (!weft_shaders_ok(shaders)) puts(weft_report_text(weft_shaders_report(shaders)));
 *   ...
 *   weft_shaders_free(shaders);
 *   weft_library_free(library);
 *
 * C99. All texts are UTF-8 and end with 0. What a function gives lives as long as the object that
 * it was asked of, unless it says otherwise; objects are given back by the _free function of their
 * type, in any order but that shaders go before their library. NULL is given only where there is no
 * memory left, and may be given to every _free function. Nothing is printed, nothing is global: a
 * library may be used by many threads at once, and so may shaders; the other objects belong to one
 * of these two.
 *
 * A null pointer where there has to be an object or a text is an error in the report of what is
 * made; functions that make nothing answer as for something empty.
 *
 * The binary interface is stable within one WEFT_ABI_VERSION. Structs of options begin with their
 * size and may grow: a program that was compiled with a smaller one gets the defaults of the rest.
 * Of a larger one, all that this version of the library does not know has to be 0.
 */
#ifndef WEFT_H
#define WEFT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
#define WEFT_API __declspec(dllimport)
#elif defined(__GNUC__)
#define WEFT_API __attribute__((visibility("default")))
#else
#define WEFT_API
#endif

#define WEFT_ABI_VERSION 1

/* The version of the library: "0.1.0"; and the WEFT_ABI_VERSION that it was built with. */
WEFT_API const char* weft_version(void);
WEFT_API uint32_t weft_abi_version(void);

/* --- What is wrong --- */

typedef struct weft_report weft_report; /* belongs to a library or to shaders */

typedef enum weft_severity { WEFT_ERROR = 0, WEFT_WARNING = 1, WEFT_NOTE = 2 } weft_severity;

typedef struct weft_diagnostic {
  weft_severity severity;
  const char* code;    /* a stable word: "unknown-name" */
  const char* message; /* one sentence */
  const char* file;    /* "" if it has no place */
  uint32_t line;       /* from 1; 0 if it has no place */
  uint32_t column;     /* from 1, in bytes */
  const char* node;    /* of the material's graph, or "" */
  const char* port;    /* or "" */
  const char* hint;    /* what to do about it, or "" */
} weft_diagnostic;

WEFT_API size_t weft_report_count(const weft_report* report);
/* 1, or 0 if there are not so many: then nothing is written. */
WEFT_API int weft_report_get(const weft_report* report, size_t index, weft_diagnostic* diagnostic);
/* All of it for a terminal, with the lines at fault. */
WEFT_API const char* weft_report_text(const weft_report* report);
/* A JSON array of {severity, code, message, file, line, column, node, port, notes, hint}. */
WEFT_API const char* weft_report_json(const weft_report* report);

/* --- Loading --- */

typedef struct weft_library weft_library;

/* What a relation sees of the data types of the ports that it ties, while it is asked. Ports count
 * from 0; a result that it is about comes behind them. Types are named as in the language:
 * "float3", "int", "float4x4", "texture2d"; "struct" stands for every struct, "array" for every
 * array. */
typedef struct weft_relation_context weft_relation_context;
WEFT_API size_t weft_relation_size(const weft_relation_context* context);
/* 1 while the type may still be that of the port; 0 else, and for names of no type. */
WEFT_API int weft_relation_allows(const weft_relation_context* context, size_t port,
                                  const char* type);
/* The one type that is left, or NULL: for structs and arrays too. Lives as long as the program. */
WEFT_API const char* weft_relation_decided(const weft_relation_context* context, size_t port);
/* The port has one of these types; words that name none are left out. */
WEFT_API void weft_relation_restrict(weft_relation_context* context, size_t port,
                                     const char* const* types, size_t type_count);
/* The ports have one type, whatever it is. */
WEFT_API void weft_relation_equate(weft_relation_context* context, size_t port, size_t other);

/* A relation of the program's own, for `where NAME(a, b)`. `propagate` restricts the ports to
 * what fits what is still allowed of the others, and is called again when that becomes less. It
 * depends on the context alone, and where less is allowed it may only leave less: then the order of
 * calls does not matter. Where nothing is left the call does not fit. It is called on any thread
 * that uses the library. */
typedef struct weft_relation {
  const char* name;
  size_t least;   /* ports that it ties: at least */
  size_t most;    /* and at most; SIZE_MAX: any number */
  int has_result; /* not 0: a result is tied too */
  void (*propagate)(void* user, weft_relation_context* context);
  void* user;
} weft_relation;

typedef struct weft_load_options {
  size_t size;                           /* sizeof(weft_load_options) */
  const char* const* import_directories; /* for `import "./name"` */
  size_t import_directory_count;
  const char*
      shipped_directory; /* for `import "name"`; NULL: the one that is installed with the library */
  /* If not NULL: imports come from these folders and from the shipped one alone, whatever the paths
   * and symbolic links are, and nothing else is opened (an array of none: what ships alone). For
   * texts that somebody else wrote. `files` may lie anywhere. */
  const char* const* import_roots;
  size_t import_root_count;
  const weft_relation* relations; /* copied; what `user` points to outlives the library */
  size_t relation_count;
} weft_load_options;

/* Reads files and all that they import. `options` may be NULL. The library is given whatever was
 * wrong: weft_library_ok() says whether materials of it can be composed. */
WEFT_API weft_library* weft_load(const char* const* files, size_t file_count,
                                 const weft_load_options* options);
/* Text that is no file; `name` stands for it in messages. */
WEFT_API weft_library* weft_load_text(const char* name, const char* text, size_t length,
                                      const weft_load_options* options);
WEFT_API void weft_library_free(weft_library* library);
WEFT_API int weft_library_ok(const weft_library* library);
WEFT_API const weft_report* weft_library_report(const weft_library* library);

/* Names, in the order of declaration; NULL behind the last. Files: every one that was read. */
WEFT_API const char* weft_library_material(const weft_library* library, size_t index);
WEFT_API const char* weft_library_profile(const weft_library* library, size_t index);
WEFT_API const char* weft_library_file(const weft_library* library, size_t index);

/* --- Composing --- */

enum {
  WEFT_GLSL = 1,
  WEFT_HLSL = 2,
  WEFT_SPIRV = 4,      /* modules of both languages, validated; takes some milliseconds */
  WEFT_REFLECTION = 8, /* JSON */
  WEFT_HEADER = 16,    /* C++17 */
  WEFT_DEBUG_LINES = 32,
  WEFT_HEADER_C = 64 /* the header in C99, instead of C++17 */
};

/* The value of a static parameter, or another default; as many components as the type has, matrices
 * column by column, a bool as 0 or 1. */
typedef struct weft_value {
  const char* name;
  const double* components;
  size_t component_count;
} weft_value;

typedef struct weft_compose_options {
  size_t size; /* sizeof(weft_compose_options) */
  const weft_value* values;
  size_t value_count;
  int no_placement;    /* not 0: everything is computed where it is demanded */
  int uniform_program; /* 1: the CPU computes what has one value per draw; -1: the shaders do; 0: as
                          the profile says */
  uint64_t vertices;   /* of a draw; 0: as the profile says, likewise the next */
  uint64_t fragments;
  uint32_t interpolants; /* components at most; 0: as the profile says */
} weft_compose_options;

typedef struct weft_shaders weft_shaders;

/* Composes a material for a profile. `material` may be NULL if there is one only, `profile` is
 * "forward" if it is NULL; `outputs`: WEFT_GLSL and the like, added. `options` may be NULL. Shaders
 * are given whatever was wrong. */
WEFT_API weft_shaders* weft_compose(const weft_library* library, const char* material,
                                    const char* profile, uint32_t outputs,
                                    const weft_compose_options* options);
WEFT_API void weft_shaders_free(weft_shaders* shaders);
WEFT_API int weft_shaders_ok(const weft_shaders* shaders);
WEFT_API const weft_report* weft_shaders_report(const weft_shaders* shaders);

/* The files: `worn_metal.forward.frag.glsl` and so on; NULL behind the last, and for names that
 * there are not. A text ends with a 0 that `size` does not count; modules are aligned to 4 bytes.
 */
WEFT_API const char* weft_shaders_file(const weft_shaders* shaders, size_t index);
WEFT_API const void* weft_shaders_data(const weft_shaders* shaders, const char* file, size_t* size);

/* --- Converting --- */

typedef struct weft_conversion weft_conversion;

/* The conversions that lead from one type to another, both in canonical text:
 * "type:float3,use:normal,basis:world". `features`: paths with commas between, those that a host
 * provides ("view.to_world,frame.time"; what is defined by them is available too); NULL: all. The
 * library must be ok. A conversion is given whatever was wrong; it does not need the library
 * afterwards. */
WEFT_API weft_conversion* weft_convert(const weft_library* library, const char* from,
                                       const char* to, const char* features);
WEFT_API void weft_conversion_free(weft_conversion* conversion);
/* 1: there is one best chain, which may be empty. */
WEFT_API int weft_conversion_ok(const weft_conversion* conversion);
/* Why there is none: the nearest type, the features that are missing, the chains that tie. */
WEFT_API const weft_report* weft_conversion_report(const weft_conversion* conversion);
/* The names of the conversions in order; NULL behind the last. */
WEFT_API const char* weft_conversion_step(const weft_conversion* conversion, size_t index);
/* The canonical text of what comes out; NULL without a chain. */
WEFT_API const char* weft_conversion_result(const weft_conversion* conversion);
/* Of all steps together; 0 without a chain. */
WEFT_API double weft_conversion_difficulty(const weft_conversion* conversion);
/* What `weft convert --format=json` says under "result"; "null" if a type or feature is unknown. */
WEFT_API const char* weft_conversion_json(const weft_conversion* conversion);

/* --- Filling blocks --- */

/* The blocks of the shaders: `Material`; NULL behind the last. Their places are in the reflection.
 */
WEFT_API const char* weft_shaders_block(const weft_shaders* shaders, size_t index);
/* In bytes; 0 for names that there are not. */
WEFT_API size_t weft_shaders_block_size(const weft_shaders* shaders, const char* block);

/* Asks for the value of a feature ("view.from_world") or of a parameter ("wear"): `count` words of
 * 32 bits, floats as they are, matrices column by column, arrays element by element, bools as 0 or
 * 1, all without padding. 0 leaves it as it is: a parameter its default, all else zeros. */
typedef int (*weft_read)(void* user, const char* name, uint32_t* words, size_t count);

/* Writes a whole block, as the shaders read it: features, parameters, and what the uniform program
 * computes of them. `bytes` has at least weft_shaders_block_size() bytes. 1, or 0 if that is not
 * so, there is no such block, or the uniform program of it has no end. */
WEFT_API int weft_fill_block(const weft_shaders* shaders, const char* block, weft_read read,
                             void* user, void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
