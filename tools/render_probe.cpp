#include "tools/render_probe.h"

#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "codegen/dump/plan_dump.h"
#include "composer/evaluations/plan_demands.h"
#include "composer/explain/evaluation_text.h"
#include "composer/explain/value_json.h"
#include "composer/explain/value_text.h"
#include "support/text_table.h"
#include "tools/numbers_in_words.h"

namespace weft::tools {
namespace {

std::string values_text(const EvaluationValues& values, const Library& library) {
  if (!values) {
    return "-";
  }
  std::string text;
  for (const Constant& value : *values) {
    text += (text.empty() ? "" : "; ") + value_text(value, library);
  }
  return text;
}

Json values_json(const EvaluationValues& values, const Library& library) {
  if (!values) {
    return {};
  }
  if (values->size() == 1) {
    return value_json(values->front(), library);
  }
  Json all = Json::array();
  for (const Constant& value : *values) {
    all.push_back(value_json(value, library));
  }
  return all;
}

/// The ports of a call, one per input that is an argument.
Json ports_of(const Library& library, const Evaluation& evaluation) {
  Json ports = Json::array();
  if (const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind)) {
    for (const FragmentPort& port : signature_of(library, *leaf).ports) {
      ports.push_back(library.text(port.name));
    }
  }
  return ports;
}

Json probe_json(const Library& library, const PlacedPlan& placed, const render::Probe& probe,
                const PixelWords& pixel) {
  Json json;
  json["x"] = pixel.x;
  json["y"] = pixel.y;
  json["covered"] = probe.is_covered;
  if (!probe.is_covered) {
    return json;
  }
  json["triangle"] = probe.triangle;
  json["instance"] = probe.instance;
  json["weights"] = probe.weights;
  json["depth"] = probe.depth;
  const Json plan = plan_json(library, placed);
  json["nodes"] = Json::array();
  for (const Json& node : plan["nodes"]) {
    const auto id = node["id"].get<std::size_t>();
    Json one;
    for (const char* const member : {"id", "name", "source", "stage", "rate", "type", "inputs"}) {
      one[member] = node[member];
    }
    one["ports"] = ports_of(library, placed.plan.evaluations[EvaluationId(id)]);
    one["text"] = node["text"];
    one["value"] = values_json(probe.values[id], library);
    json["nodes"].push_back(std::move(one));
  }
  json["outputs"] = Json::array();
  for (const Json& output : plan["outputs"]) {
    Json one = output;
    one["value"] = values_json(probe.values[output["node"].get<std::size_t>()], library);
    json["outputs"].push_back(std::move(one));
  }
  json["reason"] = probe.fault ? Json(probe.fault->message) : Json();
  return json;
}

std::string probe_text(const Library& library, const PlacedPlan& placed, const render::Probe& probe,
                       const PixelWords& pixel) {
  if (!probe.is_covered) {
    return fmt::format("pixel {},{}: nothing is drawn there\n", pixel.x, pixel.y);
  }
  std::string text = fmt::format(
      "pixel {},{}: triangle {} of instance {}, weights {:.4f} {:.4f} {:.4f}, depth {:.6f}\n",
      pixel.x, pixel.y, probe.triangle, probe.instance, probe.weights[0], probe.weights[1],
      probe.weights[2], probe.depth);
  TextTable table;
  table.add({"id", "name", "from", "stage", "rate", "type", "value"});
  const Plan& plan = placed.plan;
  for (std::size_t i = 0; i < probe.values.size(); ++i) {
    const Evaluation& evaluation = plan.evaluations[EvaluationId(i)];
    table.add({fmt::format("%{}", i), evaluation.origin.name,
               evaluation_text(library, plan, evaluation),
               std::string(stage_name(evaluation.stage)), std::string(rate_name(placed.rates[i])),
               type_text(type_for_readers(plan, EvaluationId(i)), library.lattice,
                         library.data_types, library.names),
               values_text(probe.values[i], library)});
  }
  text += table.text();
  for (const DemandedOutput& output : plan.outputs) {
    const ProfileDemand& demand = demand_of(library, plan, output);
    text += fmt::format("{} = %{} = {}\n", library.text(demand.name), output.value.index(),
                        values_text(probe.values[output.value.index()], library));
  }
  if (probe.fault) {
    text += fmt::format("- has no value on the CPU: {}\n", probe.fault->message);
  }
  return text;
}

}  // namespace

std::optional<PixelWords> read_pixel(const std::string& words, const std::array<int, 2>& size,
                                     Report& report) {
  const auto pixel = pair_of_words<int>(words, ',');
  const bool is_pixel = pixel && (*pixel)[0] >= 0 && (*pixel)[1] >= 0 && (*pixel)[0] < size[0] &&
                        (*pixel)[1] < size[1];
  if (!is_pixel) {
    report.refuse(fmt::format("--probe is a pixel X,Y from 0,0 to {},{}, not '{}'", size[0] - 1,
                              size[1] - 1, words));
    return std::nullopt;
  }
  return PixelWords{(*pixel)[0], (*pixel)[1]};
}

void report_probe(const Library& library, const PlacedPlan& placed, const render::Probe& probe,
                  const PixelWords& pixel, Report& report) {
  report.print(probe_text(library, placed, probe, pixel));
  report.result()["probe"] = probe_json(library, placed, probe, pixel);
}

}  // namespace weft::tools
