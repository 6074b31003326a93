// Checks operation_law against the interpreter: for each operation and intrinsic, with all argument
// types and laws, on random values.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "fragments/analysis/laws.h"
#include "fragments/interpreter/operations.h"
#include "fragments/model/intrinsics.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/seed.h"

namespace weft::testing::operation_law_test {

namespace {

using namespace weft;

struct Signature {
  std::string name;
  Operation op;
  std::uint32_t payload;
  DataType type;
  std::vector<DataType> arguments;
};

DataType named(const std::string& name) {
  const auto found = find_data_type(name);
  REQUIRE(found);
  return *found;
}

/// Every intrinsic with every argument list that it accepts unconverted, from a few types.
std::vector<Signature> signatures_of_intrinsics() {
  std::vector<DataType> types;
  for (const char* name : {"float", "float3", "float2x2", "float3x3", "float4x4", "float3x2", "int",
                           "bool3", "texture2d", "float2", "int2"}) {
    types.push_back(named(name));
  }
  std::vector<std::vector<DataType>> lists = {{}};
  std::vector<Signature> signatures;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<DataType> list = lists[i];
    for (const std::string_view spelling : intrinsic_spellings()) {
      const Intrinsic intrinsic = *find_intrinsic(spelling);
      const auto call = resolve_intrinsic(intrinsic, list);
      // `mul` becomes an operation when a body is checked.
      if (call && call->arguments == list && intrinsic != Intrinsic::Mul) {
        signatures.push_back({std::string(spelling), Operation::Intrinsic,
                              static_cast<std::uint32_t>(intrinsic), call->result, list});
      }
    }
    if (list.size() < 3) {
      for (const DataType type : types) {
        lists.push_back(list);
        lists.back().push_back(type);
      }
    }
  }
  return signatures;
}

std::vector<Signature> signatures_of_operations() {
  const auto row = [](Operation op, const char* type, const std::vector<const char*>& arguments,
                      std::uint32_t payload = 0) {
    Signature signature{"operation " + std::to_string(static_cast<int>(op)) + " to " + type,
                        op,
                        payload,
                        named(type),
                        {}};
    for (const char* argument : arguments) {
      signature.arguments.push_back(named(argument));
    }
    return signature;
  };
  const int zx[] = {2, 0};
  std::vector<Signature> rows = {
      row(Operation::Negate, "float3", {"float3"}),
      row(Operation::Negate, "float2x2", {"float2x2"}),
      row(Operation::MatrixProduct, "float3", {"float3x3", "float3"}),
      row(Operation::MatrixProduct, "float2", {"float3", "float3x2"}),
      row(Operation::MatrixProduct, "float3x2", {"float3x3", "float3x2"}),
      row(Operation::Less, "bool", {"float", "float"}),
      row(Operation::Equal, "bool", {"float3", "float3"}),
      row(Operation::Select, "float3", {"bool", "float3", "float3"}),
      row(Operation::Swizzle, "float2", {"float3"}, pack_swizzle(zx, 2)),
      row(Operation::Index, "float", {"float3", "int"}),
      row(Operation::Index, "float3", {"float3x3", "int"}),
      row(Operation::Construct, "float3", {"float"}),
      row(Operation::Construct, "float3", {"float2", "float"}),
      row(Operation::Construct, "float2", {"float3"}),
      row(Operation::Construct, "float2x2", {"float"}),
      row(Operation::Construct, "float3x3", {"float3", "float3", "float3"}),
      row(Operation::Construct, "float2x2", {"float3x3"}),
      row(Operation::Construct, "int", {"float"}),
      row(Operation::Construct, "bool", {"float"}),
  };
  for (const Operation op :
       {Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Divide}) {
    rows.push_back(row(op, "float", {"float", "float"}));
    rows.push_back(row(op, "float3", {"float3", "float3"}));
    rows.push_back(row(op, "float3", {"float3", "float"}));
    rows.push_back(row(op, "float2x2", {"float2x2", "float"}));
  }
  return rows;
}

class Trial {
 public:
  Trial(const Signature& signature, const std::vector<Law>& laws, Random& random)
      : signature_(signature) {
    double sum = 0.0;
    for (double& weight : weights_) {
      weight = random.between(0.1, 1.0);
      sum += weight;
    }
    for (double& weight : weights_) {
      weight /= sum;
    }
    scale_ = random.between(0.3, 3.0);
    for (std::size_t i = 0; i < signature.arguments.size(); ++i) {
      const Constant first = value(signature.arguments[i], laws[i], random);
      const bool varies = !is_constant(laws[i]);
      arguments_.push_back({first, varies ? value(signature.arguments[i], laws[i], random) : first,
                            varies ? value(signature.arguments[i], laws[i], random) : first});
      varies_.push_back(varies);
    }
  }

  /// The violated part of the law; empty if it holds.
  std::string fault(Law law) const {
    std::vector<std::vector<double>> at;
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
      const auto result =
          evaluate([vertex](const std::vector<Constant>& values, bool) { return values[vertex]; });
      if (!result) {
        return "has no value here";
      }
      at.push_back(*result);
    }
    const auto inside = evaluate([this](const std::vector<Constant>& values, bool varies) {
      return varies ? mixed(values) : values.front();
    });
    const auto scaled = evaluate([this](const std::vector<Constant>& values, bool varies) {
      return varies ? combined({values.front()}, {scale_}) : values.front();
    });
    for (std::size_t i = 0; i < inside->size(); ++i) {
      const double outside =
          weights_[0] * at[0][i] + weights_[1] * at[1][i] + weights_[2] * at[2][i];
      if (!are_near((*inside)[i], outside)) {
        return "does not commute with interpolation";
      }
      if (is_constant(law) && !are_near(at[0][i], at[1][i])) {
        return "is not constant";
      }
      if (law == Law::Zero && at[0][i] != 0.0) {
        return "is not zero";
      }
      if (law == Law::Linear && !are_near((*scaled)[i], scale_ * at[0][i])) {
        return "is not linear";
      }
    }
    return {};
  }

 private:
  static bool are_near(double a, double b) {
    return std::fabs(a - b) <= 1e-4 * (1.0 + std::fabs(a) + std::fabs(b));
  }

  static Constant value(DataType type, Law law, Random& random) {
    Constant constant{type, {}};
    for (int i = 0; i < type.component_count(); ++i) {
      const double size = random.between(0.5, 2.0) * (random.chance(2) ? -1.0 : 1.0);
      const auto part = static_cast<float>(law == Law::Zero ? 0.0 : size);
      constant.bits.push_back(type.is_float_based() ? float_bits(part)
                                                    : static_cast<std::uint32_t>(random.below(2)));
    }
    return constant;
  }

  static Constant combined(const std::vector<Constant>& values,
                           const std::vector<double>& weights) {
    Constant sum = values.front();
    for (std::size_t i = 0; i < sum.bits.size(); ++i) {
      double total = 0.0;
      for (std::size_t j = 0; j < values.size(); ++j) {
        total += weights[j] * static_cast<double>(float_of_bits(values[j].bits[i]));
      }
      sum.bits[i] = float_bits(static_cast<float>(total));
    }
    return sum;
  }
  Constant mixed(const std::vector<Constant>& values) const { return combined(values, weights_); }

  template <typename Choose>
  std::optional<std::vector<double>> evaluate(const Choose& choose) const {
    std::vector<Constant> values;
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      values.push_back(choose(arguments_[i], varies_[i]));
    }
    const DataTypeTable types;
    Constant result{signature_.type, {}};
    if (signature_.op == Operation::Intrinsic) {
      auto found =
          apply_intrinsic(static_cast<Intrinsic>(signature_.payload), signature_.type, values);
      if (!found) {
        return std::nullopt;
      }
      result = std::move(*found);
    } else {
      result = apply_operation(types, signature_.op, signature_.payload, signature_.type, values);
    }
    std::vector<double> numbers;
    for (const std::uint32_t bits : result.bits) {
      numbers.push_back(signature_.type.is_float_based()
                            ? static_cast<double>(float_of_bits(bits))
                            : static_cast<double>(static_cast<std::int32_t>(bits)));
    }
    return numbers;
  }

  const Signature& signature_;
  std::vector<std::vector<Constant>> arguments_;  ///< at three vertices
  std::vector<bool> varies_;
  std::vector<double> weights_ = {0.0, 0.0, 0.0};
  double scale_ = 1.0;
};

/// All combinations of laws that the arguments may have. Non-floats do not vary here.
std::vector<std::vector<Law>> laws_for(const std::vector<DataType>& types) {
  std::vector<std::vector<Law>> all = {{}};
  for (const DataType type : types) {
    std::vector<std::vector<Law>> longer;
    for (const std::vector<Law>& before : all) {
      for (const Law law : {Law::Zero, Law::Constant, Law::Linear, Law::Affine}) {
        if (law == Law::Constant || type.is_float_based()) {
          longer.push_back(before);
          longer.back().push_back(law);
        }
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::size_t check(const std::vector<Signature>& signatures, Random& random) {
  std::size_t tried = 0;
  for (const Signature& signature : signatures) {
    for (const std::vector<Law>& laws : laws_for(signature.arguments)) {
      const Law law = operation_law(signature.op, signature.payload, signature.type, laws);
      if (!commutes_with_interpolation(law) ||
          (std::all_of(laws.begin(), laws.end(), is_constant) && law == Law::Constant)) {
        continue;
      }
      for (std::size_t i = 0; i < by_scale(6, 20, 200); ++i) {
        std::string of;
        for (std::size_t j = 0; j < laws.size(); ++j) {
          of += " " + std::string(law_name(laws[j])) + " " +
                std::string(data_type_name(signature.arguments[j]));
        }
        const std::string fault = Trial(signature, laws, random).fault(law);
        INFO(signature.name << " of" << of << " is called " << law_name(law));
        CHECK(fault == "");
      }
      ++tried;
    }
  }
  return tried;
}

}  // namespace

TEST_CASE("laws: the laws of intrinsics hold for their values") {
  Random random(seed());
  CHECK(check(signatures_of_intrinsics(), random) > 100);
}

TEST_CASE("laws: the laws of operations hold for their values") {
  Random random(seed());
  CHECK(check(signatures_of_operations(), random) > 100);
}

}  // namespace weft::testing::operation_law_test
