/* Sessions from C99: a document built from nothing, edited, broken, repaired and undone. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "weft.h"

static int has(const char* text, const char* part) {
  return text != NULL && strstr(text, part) != NULL;
}

int main(void) {
  static const char* const build =
      "[{\"op\": \"add_declaration\", \"text\": \"import \\\"core\\\";\"},"
      " {\"op\": \"add_declaration\", \"text\": \"import \\\"profiles\\\";\"},"
      " {\"op\": \"add_declaration\", \"text\": \"material m {\\n}\"},"
      " {\"op\": \"add_parameter\", \"graph\": \"m\", \"declaration\": \"param gain: float = "
      "0.5;\"},"
      " {\"op\": \"add_node\", \"graph\": \"m\", \"name\": \"s\", \"expression\": "
      "\"abs(surface.normal.y) * gain\"},"
      " {\"op\": \"add_output\", \"graph\": \"m\", \"name\": \"albedo\", \"expression\": "
      "\"float3(s) as {use: reflectance, encoding: linear}\"}]";
  weft_session* session = weft_session_open("m.weft", NULL, 0, NULL);
  uint32_t output;
  const char* first;
  const char* text;
  char* kept;
  size_t size = 0;
  double number;
  CHECK(session != NULL);
  CHECK(weft_session_edit(session, build, 0) == 1);
  CHECK(weft_session_version(session) == 2);
  CHECK(has(weft_session_text(session, &size), "    s = abs(surface.normal.y) * gain;\n"));
  CHECK(size == strlen(weft_session_text(session, NULL)));
  output = weft_session_watch(session, "m", "unlit", WEFT_GLSL | WEFT_REFLECTION);
  CHECK(output != 0 && weft_session_is_current(session, output));
  CHECK(strcmp(weft_session_file(session, output, 0), "m.unlit.vert.glsl") == 0);
  first = (const char*)weft_session_data(session, output, "m.unlit.frag.glsl", &size);
  CHECK(first != NULL && size == strlen(first));
  kept = (char*)malloc(size + 1);
  CHECK(kept != NULL);
  if (first == NULL || kept == NULL) {
    return 1;
  }
  memcpy(kept, first, size + 1);

  CHECK(weft_session_edit(
            session, "{\"op\": \"set_parameter\", \"node\": \"m/gain\", \"value\": 0.75}", 2) == 1);
  CHECK(has(weft_session_answer(session), "\"answer\":\"values only\""));
  CHECK(weft_session_edit(session,
                          "{\"op\": \"set_value\", \"node\": \"m/s\", \"port\": \"right\", "
                          "\"value\": [0.5]}",
                          0) == 1);
  CHECK(has(weft_session_answer(session), "\"answer\":\"changed\""));
  CHECK(has(weft_session_nodes(session), "\"id\":\"m/out:albedo\""));

  /* Dragged: a new text once, then bytes. */
  number = 0.25;
  CHECK(weft_session_drag(session, "m/s", "right", &number, 1) == 1);
  CHECK(has(weft_session_answer(session), "\"answer\":\"changed\""));
  number = 0.8125;
  CHECK(weft_session_drag(session, "m/s", "right", &number, 1) == 1);
  CHECK(has(weft_session_answer(session), "\"answer\":\"values only\""));
  CHECK(has(weft_session_answer(session), "\"bytes\":[{\"block\":"));
  CHECK(weft_session_block(session, output, 0, &size) != NULL && size > 0);
  CHECK(weft_session_block(session, output, 1000, &size) == NULL);
  CHECK(has(weft_session_text(session, NULL), "* 0.8125;\n"));
  CHECK(weft_session_drag(session, "m/s", "right", NULL, 1) == 0);
  CHECK(has((const char*)weft_session_data(session, output, "m.unlit.json", NULL),
            "\"default\": 0.8125"));
  CHECK(weft_session_bake(session) == 1);
  CHECK(has((const char*)weft_session_data(session, output, "m.unlit.frag.glsl", NULL), "0.8125"));
  CHECK(weft_session_undo(session) == 1);

  /* As JSON, which is read back; copied and pasted. */
  {
    const char* const nodes[] = {"m/s", "m/gain"};
    const char* const missing[] = {"m/none"};
    const char* copied = weft_session_copy(session, nodes, 2);
    const char* json = weft_session_document(session);
    char* set;
    CHECK(has(copied, "param gain: float = 0.75;\ns = abs(surface.normal.y) * 0.5;\n"));
    CHECK(has(json, "\"id\":\"m/s\"") && has(json, "{\"number\":\"0.75\"}"));
    set = (char*)malloc(strlen(json) + 64);
    CHECK(set != NULL);
    if (set == NULL) {
      return 1;
    }
    sprintf(set, "{\"op\": \"set_document\", \"document\": %s}", json);
    CHECK(weft_session_edit(session, set, 0) == 1);
    CHECK(has(weft_session_answer(session), "\"answer\":\"unchanged\""));
    free(set);
    CHECK(weft_session_edit(
              session, "{\"op\": \"paste\", \"graph\": \"m\", \"text\": \"s = 1.0;\"}", 0) == 1);
    CHECK(has(weft_session_answer(session), "\"added\":[\"m/s_2\"]"));
    CHECK(weft_session_undo(session) == 1);
    CHECK(weft_session_copy(session, missing, 1) == NULL);
    CHECK(has(weft_session_answer(session), "m/none"));
    CHECK(weft_session_document(NULL) == NULL && weft_session_copy(NULL, nodes, 2) == NULL);
  }

  /* The port of a node as a picture. */
  {
    const uint32_t shown = weft_session_watch_preview(session, "m/s", "left", "unlit", WEFT_GLSL);
    CHECK(shown != 0 && weft_session_is_current(session, shown));
    CHECK(has(weft_session_file(session, shown, 1), ".unlit.frag.glsl"));
    weft_session_unwatch(session, shown);
    CHECK(weft_session_watch_preview(session, NULL, NULL, NULL, WEFT_GLSL) == 0);
  }

  /* Refused: the state stays. */
  CHECK(weft_session_edit(session, "{\"op\": \"remove_node\", \"node\": \"m/none\"}", 0) == 0);
  CHECK(has(weft_session_answer(session), "\"refused\"") &&
        has(weft_session_answer(session), "m/none"));
  CHECK(weft_session_edit(session, "{\"op\": \"remove_nod\"}", 0) == 0);
  CHECK(has(weft_session_answer(session), "did you mean 'remove_node'?"));
  CHECK(weft_session_edit(session, "not json", 0) == 0);
  CHECK(weft_session_edit(session, NULL, 0) == 0);
  CHECK(weft_session_edit(session, "{\"op\": \"remove_node\", \"node\": \"m/s\"}", 1) == 0);
  CHECK(has(weft_session_answer(session), "version 1"));
  CHECK(weft_session_version(session) == 9);

  /* Broken: the last good output stays. */
  CHECK(weft_session_edit(session, "{\"op\": \"remove_node\", \"node\": \"m/s\"}", 0) == 1);
  CHECK(!weft_session_is_current(session, output));
  CHECK(has(weft_session_diagnostics(session, output), "unknown-name"));
  CHECK(weft_session_data(session, output, "m.unlit.frag.glsl", NULL) != NULL);

  CHECK(weft_session_undo(session) && weft_session_undo(session) && weft_session_undo(session));
  text = (const char*)weft_session_data(session, output, "m.unlit.frag.glsl", NULL);
  CHECK(text != NULL && strcmp(text, kept) == 0);
  CHECK(weft_session_redo(session) == 1);
  CHECK(weft_session_reload(session) == 1);
  CHECK(weft_session_undo(session) && weft_session_undo(session) && !weft_session_undo(session));
  CHECK(weft_session_text(session, NULL)[0] == 0);

  weft_session_unwatch(session, output);
  CHECK(weft_session_file(session, output, 0) == NULL);
  CHECK(weft_session_watch(session, NULL, "unlit", WEFT_GLSL) == 0);
  CHECK(weft_session_edit(NULL, "{}", 0) == 0 && weft_session_text(NULL, &size)[0] == 0);
  weft_session_free(session);
  weft_session_free(NULL);
  free(kept);
  return faults == 0 ? 0 : 1;
}
