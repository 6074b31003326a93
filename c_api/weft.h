/* The C API of Weft: load fragments and materials, compose a material for a profile, read the
 * shaders, fill their blocks.
 *
 *   weft_library* library = weft_load(&file, 1, NULL);
 *   weft_shaders* shaders = weft_compose(library, "worn_metal", "forward", WEFT_GLSL, NULL);
 *   if (!weft_shaders_ok(shaders)) puts(weft_report_text(weft_shaders_report(shaders)));
 *   ...
 *   weft_shaders_free(shaders);
 *   weft_library_free(library);
 *
 * C99. All strings are UTF-8 and end with a 0 byte.
 *
 * Ownership: what a function returns belongs to the object that it was called on and lives as long,
 * unless documented otherwise. Free each object with the _free function of its type, in any order,
 * except that shaders must be freed before their library. Every _free function accepts NULL.
 *
 * Errors: functions that create an object always return one, even on failure; its report lists the
 * errors. They return NULL only if memory runs out. A NULL argument where an object or a string is
 * required is an error in that report; all other functions treat it as an empty object.
 *
 * Threads: the API prints nothing and has no global state. Libraries, shaders and conversions are
 * immutable and may be used by many threads at once; a session is used by one at a time.
 *
 * The ABI is stable within one WEFT_ABI_VERSION. Option structs begin with their size and may grow:
 * for a program compiled with a smaller struct, the missing members take their defaults; in a
 * larger struct, all bytes unknown to this version of the library must be 0.
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

/* The version of the library, "0.1.0", and the WEFT_ABI_VERSION that it was built with. */
WEFT_API const char* weft_version(void);
WEFT_API uint32_t weft_abi_version(void);

/* --- Diagnostics --- */

typedef struct weft_report weft_report; /* belongs to a library, shaders or conversion */

typedef enum weft_severity { WEFT_ERROR = 0, WEFT_WARNING = 1, WEFT_NOTE = 2 } weft_severity;

typedef struct weft_diagnostic {
  weft_severity severity;
  const char* code;    /* a stable word: "unknown-name" */
  const char* message; /* one sentence */
  const char* file;    /* "" if it has no location */
  uint32_t line;       /* from 1; 0 if it has no location */
  uint32_t column;     /* from 1, in bytes */
  const char* node;    /* in the material's graph, or "" */
  const char* port;    /* or "" */
  const char* hint;    /* a suggested fix, or "" */
} weft_diagnostic;

WEFT_API size_t weft_report_count(const weft_report* report);
/* Returns 1, or 0 if `index` is out of range; then nothing is written. */
WEFT_API int weft_report_get(const weft_report* report, size_t index, weft_diagnostic* diagnostic);
/* The whole report for a terminal, with excerpts of the source. */
WEFT_API const char* weft_report_text(const weft_report* report);
/* A JSON array of {severity, code, message, file, line, column, node, port, notes, hint}. */
WEFT_API const char* weft_report_json(const weft_report* report);

/* --- Loading --- */

typedef struct weft_library weft_library;

/* A relation's view of the data types of its ports, valid during one call of `propagate`. Ports are
 * numbered from 0; a result, if the relation has one, is the last. Types are named as in the
 * language: "float3", "int", "float4x4", "texture2d"; "struct" means all structs, "array" all
 * arrays. */
typedef struct weft_relation_context weft_relation_context;
WEFT_API size_t weft_relation_size(const weft_relation_context* context);
/* 1 while the port may still have the type; otherwise 0, also if `type` names no type. */
WEFT_API int weft_relation_allows(const weft_relation_context* context, size_t port,
                                  const char* type);
/* The one remaining type, or NULL; also NULL for structs and arrays. The string is static. */
WEFT_API const char* weft_relation_decided(const weft_relation_context* context, size_t port);
/* Restricts the port to these types. Names of no type are ignored. */
WEFT_API void weft_relation_restrict(weft_relation_context* context, size_t port,
                                     const char* const* types, size_t type_count);
/* Requires both ports to have the same type. */
WEFT_API void weft_relation_equate(weft_relation_context* context, size_t port, size_t other);

/* A relation defined by the program, for `where NAME(a, b)`. `propagate` is a constraint
 * propagator: it restricts each port to the types compatible with those still allowed for the
 * others, and is called again whenever these shrink. It must depend on the context alone and be
 * monotone (smaller sets in, smaller sets out); the fixed point is then independent of the order of
 * calls. If a port has no type left, the overload does not fit. It may be called on any thread that
 * uses the library. */
typedef struct weft_relation {
  const char* name;
  size_t least;   /* the least number of ports that it relates */
  size_t most;    /* the greatest; SIZE_MAX: no limit */
  int has_result; /* nonzero: it also relates a result */
  void (*propagate)(void* user, weft_relation_context* context);
  void* user;
} weft_relation;

typedef struct weft_load_options {
  size_t size;                           /* sizeof(weft_load_options) */
  const char* const* import_directories; /* for `import "./name"` */
  size_t import_directory_count;
  const char* shipped_directory; /* for `import "name"`; NULL: the one installed with the library */
  /* If not NULL, a sandbox for untrusted sources: imports are opened only in these folders and in
   * the shipped one, however paths and symbolic links lead; an empty array allows only the shipped
   * folder. `files` may be anywhere. */
  const char* const* import_roots;
  size_t import_root_count;
  const weft_relation* relations; /* copied; what `user` points to must outlive the library */
  size_t relation_count;
} weft_load_options;

/* Loads files and everything that they import. `options` may be NULL. Returns a library even if
 * there are errors; weft_library_ok() tells whether its materials can be composed. */
WEFT_API weft_library* weft_load(const char* const* files, size_t file_count,
                                 const weft_load_options* options);
/* Loads a text in memory; `name` is its file name in messages. */
WEFT_API weft_library* weft_load_text(const char* name, const char* text, size_t length,
                                      const weft_load_options* options);
WEFT_API void weft_library_free(weft_library* library);
WEFT_API int weft_library_ok(const weft_library* library);
WEFT_API const weft_report* weft_library_report(const weft_library* library);

/* Names in alphabetical order, and every file that was read; NULL past the last. */
WEFT_API const char* weft_library_material(const weft_library* library, size_t index);
WEFT_API const char* weft_library_profile(const weft_library* library, size_t index);
WEFT_API const char* weft_library_file(const weft_library* library, size_t index);

/* --- Composing --- */

enum {
  WEFT_GLSL = 1,
  WEFT_HLSL = 2,
  WEFT_SPIRV = 4,      /* validated modules of both languages; takes some milliseconds */
  WEFT_REFLECTION = 8, /* JSON */
  WEFT_HEADER = 16,    /* C99 that C++17 reads too */
  WEFT_DEBUG_LINES = 32,
  WEFT_HEADER_C = 64, /* the same as WEFT_HEADER */
  WEFT_SELF_CONTAINED_HEADER =
      128 /* the header contains <weft/host_math.h> instead of including it */
};

/* The value of a static parameter, or a new default for another one. As many components as the type
 * has, matrices column by column, a bool as 0 or 1. A number that is no value of the type (0.5 for
 * an int, -1 for a uint) or lies outside of the parameter's `min`, `max` or `enum` is an error. */
typedef struct weft_value {
  const char* name;
  const double* components;
  size_t component_count;
} weft_value;

typedef struct weft_compose_options {
  size_t size; /* sizeof(weft_compose_options) */
  const weft_value* values;
  size_t value_count;
  int no_placement; /* nonzero: everything is computed where it is demanded */
  /* Who computes the values that are constant within a draw: 1: the CPU; -1: the shaders; 0: as the
   * profile sets. */
  int uniform_program;
  uint64_t vertices;     /* per draw; 0: as the profile sets */
  uint64_t fragments;    /* per draw; 0: as the profile sets */
  uint32_t interpolants; /* the most components; 0: as the profile sets */
} weft_compose_options;

typedef struct weft_shaders weft_shaders;

/* Composes a material for a profile. `material` may be NULL if the library has only one; NULL as
 * `profile` means "forward". The library must have the profile: sources import the shipped ones by
 * `import "profiles";` (sessions, which load what they need, find them without it). `outputs` is a
 * sum of WEFT_GLSL etc. `options` may be NULL. Returns shaders even if there are errors; see
 * weft_shaders_ok(). */
WEFT_API weft_shaders* weft_compose(const weft_library* library, const char* material,
                                    const char* profile, uint32_t outputs,
                                    const weft_compose_options* options);
WEFT_API void weft_shaders_free(weft_shaders* shaders);
WEFT_API int weft_shaders_ok(const weft_shaders* shaders);
WEFT_API const weft_report* weft_shaders_report(const weft_shaders* shaders);

/* The files: `worn_metal.forward.frag.glsl` etc.; NULL past the last, and for unknown names. A text
 * ends with a 0 byte that `size` does not count; modules are aligned to 4 bytes. */
WEFT_API const char* weft_shaders_file(const weft_shaders* shaders, size_t index);
WEFT_API const void* weft_shaders_data(const weft_shaders* shaders, const char* file, size_t* size);

/* --- Converting --- */

typedef struct weft_conversion weft_conversion;

/* Finds the best chain of conversions from one type to another, both in canonical text:
 * "type:float3,use:normal,basis:world". `features` lists the paths that a host provides, separated
 * by commas ("view.to_world,frame.time"); features defined by these are available too; NULL: all.
 * The library must be ok. Returns a conversion even if there is no chain; it stays valid after the
 * library is freed. */
WEFT_API weft_conversion* weft_convert(const weft_library* library, const char* from,
                                       const char* to, const char* features);
WEFT_API void weft_conversion_free(weft_conversion* conversion);
/* 1 if there is exactly one best chain, which may be empty. */
WEFT_API int weft_conversion_ok(const weft_conversion* conversion);
/* Why there is none: the nearest type, the missing features, the chains that tie. */
WEFT_API const weft_report* weft_conversion_report(const weft_conversion* conversion);
/* The names of the conversions in order; NULL past the last. */
WEFT_API const char* weft_conversion_step(const weft_conversion* conversion, size_t index);
/* The canonical text of the resulting type; NULL without a chain. */
WEFT_API const char* weft_conversion_result(const weft_conversion* conversion);
/* The sum over all steps; 0 without a chain. */
WEFT_API double weft_conversion_difficulty(const weft_conversion* conversion);
/* The "result" of `weft convert --format=json`; "null" if a type or feature is unknown. */
WEFT_API const char* weft_conversion_json(const weft_conversion* conversion);

/* --- Filling blocks --- */

/* The names of the shaders' blocks: `Material`; NULL past the last. The reflection has their sets
 * and bindings. */
WEFT_API const char* weft_shaders_block(const weft_shaders* shaders, size_t index);
/* In bytes; 0 for unknown names. */
WEFT_API size_t weft_shaders_block_size(const weft_shaders* shaders, const char* block);

/* A callback that supplies the value of a feature ("view.from_world") or parameter ("wear") as
 * `count` 32-bit words without padding: floats by their bits, matrices column by column, arrays
 * element by element, bools as 0 or 1. Returning 0 keeps the initial value: a parameter's default,
 * zeros for anything else. */
typedef int (*weft_read)(void* user, const char* name, uint32_t* words, size_t count);

/* Writes a whole block as the shaders read it: features, parameters, and the results that the
 * uniform program computes from them. `size` must be at least weft_shaders_block_size(). Returns 1,
 * or 0 if it is smaller, the block is unknown, or the uniform program does not terminate. */
WEFT_API int weft_fill_block(const weft_shaders* shaders, const char* block, weft_read read,
                             void* user, void* bytes, size_t size);

/* --- Sessions --- */

/* A document that is edited while its shaders are looked at. It is a .weft text on top of the files
 * that it imports; an edit splices the text, so what it does not name stays byte for byte. Only
 * what is watched is composed, and only what is watched is loaded. A text with errors is a state
 * like any other: it can be edited, saved and undone, and its outputs keep what they had when they
 * were last good.
 *
 *   weft_session* session = weft_session_open("worn.weft", text, length, NULL);
 *   uint32_t output = weft_session_watch(session, "worn", "forward", WEFT_GLSL);
 *   const char* edit = "{\"op\": \"set_value\", \"node\": \"worn/base\", \"port\": \"a\",
 * \"value\": 0.5}"; if (!weft_session_edit(session, edit, 0)) puts(weft_session_answer(session));
 *
 * Nodes have ids made of names: "worn/base" is the binding `base` of the material `worn`,
 * "worn/out:color" its output `color`, "worn/base/1/0" the first operand of the second operand of
 * `base`. They are the same when a saved text is opened again, and survive renaming while the
 * session lives.
 *
 * Ownership: strings belong to the session and live until its next call that takes a session that
 * is not const. Threads: one thread at a time per session. */
typedef struct weft_session weft_session;

/* Opens a text; `name` is its file name in messages, and where its relative imports start. Length 0
 * opens an empty document. Reads no files yet. Never fails but for memory (NULL) and wrong
 * arguments, which the first answer reports. */
WEFT_API weft_session* weft_session_open(const char* name, const char* text, size_t length,
                                         const weft_load_options* options);
WEFT_API void weft_session_free(weft_session* session);

/* What to save. `length` may be NULL. */
WEFT_API const char* weft_session_text(const weft_session* session, size_t* length);
/* Starts at 1 and grows with each edit, undo and redo. */
WEFT_API uint64_t weft_session_version(const weft_session* session);

/* Applies edits: a JSON object, or an array of them that is applied whole or not at all. Kinds
 * ("op") and their members: add_node {graph, name, expression}, add_output {graph, name,
 * expression}, add_parameter {graph, declaration}, add_declaration {text}, remove_node {node},
 * connect {node, port, from, member}, disconnect {node, port}, set_value {node, port, value, live},
 * set_parameter {node, value, live}, rename {node, name}, replace_fragment {node, fragment},
 * insert_on_wire {node, port, fragment, name, input}, extract {node, name}, group {nodes, name},
 * ungroup {node}, set_editor_data {node, data}, set_text {text}, paste {graph, text}, set_document
 * {document}, a document as JSON as of weft_session_document(). A value is a number, an array of
 * numbers or the text of an expression. "live": true says that somebody drags the numbers: the
 * first such edit may change the texts of outputs once, further ones answer "values only" and
 * compose nothing but previews and outputs with errors, until any other edit or
 * weft_session_bake(). `version` is the one that the edit
 * was made for, or 0. Returns 1, or 0 if the edit was refused and nothing changed. */
WEFT_API int weft_session_edit(weft_session* session, const char* json, uint64_t version);
/* set_value with "live": true for `count` numbers (at most 4), without JSON. `port` may be NULL. */
WEFT_API int weft_session_drag(weft_session* session, const char* node, const char* port,
                               const double* numbers, size_t count);
/* Makes numbers that were dragged literals again: composes the text as it is. Returns 1, or 0 if
 * memory runs out. */
WEFT_API int weft_session_bake(weft_session* session);
/* 0 if there is nothing to undo or redo. */
WEFT_API int weft_session_undo(weft_session* session);
WEFT_API int weft_session_redo(weft_session* session);
/* What the last edit, undo, redo or reload did: {"version", "diagnostics", "outputs": [{"output",
 * "answer": "unchanged", "values only" or "changed", "has_errors", "stages": [{"suffix",
 * "answer"}], "bytes": [{"block", "offset", "size"}], "resized": [{"block", "size"}], "files":
 * [of the reflection and header that changed: "json", "h"], "constants": [{"constant_id", "bits"}],
 * "diagnostics", "stitched_anew": [{"node", "port", "source"}]}], "added": [ids of what was
 * pasted]}; or why it was
 * refused:
 * {"version", "refused"}. Diagnostics are {severity, code, message, node, port, file, line, column,
 * notes, hint}. */
WEFT_API const char* weft_session_answer(const weft_session* session);
/* The nodes: {"graphs": [{"id", "name", "material", "nodes": [{"id", "kind", "name", "value",
 * "data", "line"}]}]}; "data" is what set_editor_data put there. */
WEFT_API const char* weft_session_nodes(weft_session* session);
/* The whole document as JSON, which the edit set_document reads back; docs/graph.schema.json is its
 * schema. NULL if the text does not parse; weft_session_answer() says why then. */
WEFT_API const char* weft_session_document(weft_session* session);
/* The text of nodes of one material or graph, for the edit paste. NULL if there is no such node;
 * weft_session_answer() says why then. */
WEFT_API const char* weft_session_copy(weft_session* session, const char* const* nodes,
                                       size_t count);

/* Composes a material for a profile now and after each edit; `outputs` as for weft_compose().
 * Returns the output's number, or 0 if an argument is NULL or memory runs out. */
WEFT_API uint32_t weft_session_watch(weft_session* session, const char* material,
                                     const char* profile, uint32_t outputs);
/* The same of a preview: the port of a node as a picture (docs/preview.md). `port` may be NULL: the
 * node's own value. `profile` may be NULL: forward. */
WEFT_API uint32_t weft_session_watch_preview(weft_session* session, const char* node,
                                             const char* port, const char* profile,
                                             uint32_t outputs);
WEFT_API void weft_session_unwatch(weft_session* session, uint32_t output);
/* 1 if the output is that of the current text; 0 if the text has errors there. */
WEFT_API int weft_session_is_current(const weft_session* session, uint32_t output);
/* The errors and warnings of an output, as a JSON array. */
WEFT_API const char* weft_session_diagnostics(weft_session* session, uint32_t output);
/* The files of the last good state, as weft_shaders_file() and weft_shaders_data() have them; NULL
 * if there never was one. Dragged numbers ("live" edits) are defaults in reflection and header,
 * which the first of these calls after a drag makes anew. */
WEFT_API const char* weft_session_file(weft_session* session, uint32_t output, size_t index);
WEFT_API const void* weft_session_data(weft_session* session, uint32_t output, const char* file,
                                       size_t* size);
/* The contents of a block now, by its number in "bytes" of answers: parameters have their defaults,
 * features zeros. NULL past the last; `size` may be NULL. */
WEFT_API const void* weft_session_block(const weft_session* session, uint32_t output, size_t block,
                                        size_t* size);
/* Reads all files again, as after a change on disk. Returns 1, or 0 if memory runs out. */
WEFT_API int weft_session_reload(weft_session* session);
/* --- Changing values --- */

/* The contents of all blocks of some shaders, kept up to date value by value: what an editor does
 * while somebody drags a slider. Setting a value evaluates only what depends on it, and names the
 * bytes that changed; no text is involved.
 *
 *   weft_values* values = weft_values_prepare(shaders);
 *   ...                                      upload weft_values_bytes(values, i, &size) for all i
 *   if (weft_values_set(values, weft_values_parameter(values, "wear"), words, 1))
 *     for (i = 0; weft_values_range(values, i, &range); ++i) upload that part;
 *
 * Unlike the other objects it changes: one thread at a time. Several of the same shaders are
 * independent. Free it before the shaders. */
typedef struct weft_values weft_values;

typedef struct weft_range {
  size_t block; /* the index of weft_shaders_block() */
  size_t offset;
  size_t size; /* of the bytes; up to 16 unchanged ones between changed ones are included */
} weft_range;

/* A `spec` parameter that changed: the pipeline is to be made anew from the same modules. */
typedef struct weft_constant {
  uint32_t constant_id;
  uint32_t bits; /* a float's bits, an int, a uint, or a bool as 0 or 1 */
} weft_constant;

/* Parameters start with their defaults, everything else with zeros. */
WEFT_API weft_values* weft_values_prepare(const weft_shaders* shaders);
WEFT_API void weft_values_free(weft_values* values);
WEFT_API int weft_values_ok(const weft_values* values);
/* Why the preparation failed, or why the last value was refused; otherwise empty. */
WEFT_API const weft_report* weft_values_report(const weft_values* values);
/* The number of a parameter ("wear") or of a feature ("frame.time"); -1 for unknown names. */
WEFT_API int32_t weft_values_parameter(const weft_values* values, const char* name);
WEFT_API int32_t weft_values_feature(const weft_values* values, const char* path);

/* Sets a parameter or feature: `count` 32-bit words as in weft_read. Returns 1, also if nothing
 * changes because nothing reads the value or it is the current one. Returns 0, with the reason in
 * the report and everything as before, for a wrong number of words (an array feature may have
 * fewer), a bool that is neither 0 nor 1, a parameter that is NaN or infinite, another value of a
 * static parameter, a number of nothing, and values for which the uniform program does not
 * terminate. Allocates no memory if it returns 1, except for enormous uniform programs. */
WEFT_API int weft_values_set(weft_values* values, int32_t number, const uint32_t* words,
                             size_t count);
/* What the last weft_values_set() changed. Returns 1, or 0 past the last; then nothing is written.
 */
WEFT_API int weft_values_range(const weft_values* values, size_t index, weft_range* range);
WEFT_API int weft_values_constant(const weft_values* values, size_t index, weft_constant* constant);
/* The current contents of a block; NULL past the last. The address stays the same. `size` may be
 * NULL. */
WEFT_API const void* weft_values_bytes(const weft_values* values, size_t block, size_t* size);

#ifdef __cplusplus
}
#endif

#endif
