#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "composer/checks/defined_features.h"
#include "composer/compose.h"
#include "conversions/checks/sampled_features.h"
#include "conversions/search/search.h"
#include "fragments/interpreter/interpreter.h"
#include "fragments/load/disk_reader.h"
#include "fragments/load/load.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"

namespace weft::testing {

/// The shipped library, and its conversions applied to numbers.
class Shipped {
 public:
  explicit Shipped(const std::string& more = "") : loaded_(load(more)), composer_(loaded_.library) {
    for (std::size_t i = 0; i < library().features.size(); ++i) {
      all_.insert(FeatureId(i));
    }
  }

  const Library& library() const { return loaded_.library; }
  std::string errors() const { return render_text(loaded_.diagnostics, library().sources); }
  Demand demand(const std::string& text) const {
    auto parsed = parse_type_text("type:" + text, library().lattice, library().names);
    REQUIRE(parsed);
    return *parsed;
  }
  ConversionAnswer find(const std::string& from, const std::string& to) const {
    return find_conversion(composer_.conversions(), library().lattice,
                           type_of(demand(from), library().lattice), demand(to), all_);
  }
  std::string steps(const ConversionAnswer& answer) const {
    std::string text;
    for (const Chain& chain : answer.chains) {
      text += text.empty() ? "" : " | ";
      for (ConversionId step : chain.steps) {
        text += (step == chain.steps.front() ? "" : ", ") + composer_.conversions()[step].name;
      }
    }
    return answer.failure == ConversionFailure::None || answer.possible ? text : "impossible";
  }
  std::set<std::string> features(const ConversionAnswer& answer) const {
    std::set<std::string> paths;
    for (FeatureId id : answer.chains.at(0).features.ids()) {
      paths.emplace(library().text(library().features[id].path));
    }
    return paths;
  }

  /// The result of a chain for a value, with features given by path (others are derived from them).
  std::vector<double> convert(
      const std::string& from, const std::string& to, const std::vector<double>& value,
      const std::vector<std::pair<std::string, Constant>>& given = {}) const {
    ConversionAnswer answer = find(from, to);
    INFO(from << " to " << to);
    REQUIRE(answer.decided());
    DefinedFeatures definitions(composer_);
    SampledFeatures features(library(), definitions);
    for (const auto& feature : given) {
      features.give(library().find_feature(feature.first).value(), feature.second);
    }
    Constant at{demand(from).data, {}};
    for (double number : value) {
      at.bits.push_back(float_bits(static_cast<float>(number)));
    }
    for (ConversionId step : answer.chains.front().steps) {
      const ConversionRule& rule = composer_.conversions()[step];
      const BodyInstance& body = library().fragments[FragmentId(rule.fragment)].instances().front();
      std::vector<Constant> read;
      for (FeatureId feature : body.body.features) {
        auto known = features.value(feature);
        REQUIRE(known);
        read.push_back(*known);
      }
      auto result =
          evaluate_body(library(), body.body, {rule.output_data.value_or(at.type)}, {{at}, read});
      REQUIRE(result);
      at = result->front();
    }
    std::vector<double> numbers;
    for (std::uint32_t bits : at.bits) {
      numbers.push_back(static_cast<double>(float_of_bits(bits)));
    }
    return numbers;
  }

 private:
  static LoadedLibrary load(const std::string& more) {
    LoadOptions options;
    options.shipped_directories = {(repository_root() / "shaders").string()};
    return load_text("test.weft", "import \"core\"; import \"display\";\n" + more, DiskReader(),
                     options);
  }

  LoadedLibrary loaded_;
  Composer composer_;
  FeatureSet all_;
};

/// One for all tests of the process.
inline const Shipped& shipped() {
  static const Shipped library;
  return library;
}

}  // namespace weft::testing
