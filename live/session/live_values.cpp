#include "live/session/live_values.h"

#include <algorithm>
#include <utility>

#include "live/session/edit_rules.h"
#include "support/float_bits.h"

namespace weft::live {
namespace {

/// -1, 0 or 1 per word of a literal.
int sign_of(std::uint32_t word, Scalar kind) {
  if (kind == Scalar::Float) {
    const float number = float_of_bits(word);
    return number > 0.0F ? 1 : number < 0.0F ? -1 : 0;
  }
  const auto number = static_cast<std::int32_t>(word);
  return number > 0 ? 1 : number < 0 ? -1 : 0;
}

bool have_same_signs(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                     Scalar kind) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [kind](std::uint32_t x, std::uint32_t y) { return sign_of(x, kind) == sign_of(y, kind); });
}

std::size_t count_of(const std::vector<NumberPlace>& places) {
  std::size_t count = 0;
  for (const NumberPlace& place : places) {
    count += place.count();
  }
  return count;
}

/// `base_amount` for the port `amount` of `m/base`.
std::string name_for(const NodeId& node, const std::string& port) {
  const std::size_t space = node.find('/');
  std::string name = space != NodeId::npos ? node.substr(space + 1) : node;
  name += port.empty() ? "" : "_" + port;
  for (char& c : name) {
    const bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    c = is_fine ? c : '_';
  }
  return name;
}

/// The default of a parameter with these literals, in the parameter's type; nothing if the loader
/// does more than to read them.
std::optional<std::vector<std::uint32_t>> parameter_words(DataType type,
                                                          const std::vector<NumberPlace>& places,
                                                          const std::vector<double>& numbers) {
  if (!type.is_scalar_or_vector() || type.scalar_kind() == Scalar::Bool) {
    return std::nullopt;
  }
  std::vector<std::uint32_t> words;
  for (const NumberPlace& written : places) {
    const bool widens = type.scalar_kind() == Scalar::Float && written.count() == 1;
    const NumberPlace place{{}, widens ? NumberPlace::Form::Float : written.form};
    const bool is_of_kind =
        (type.scalar_kind() == Scalar::Float) == (place.form != NumberPlace::Form::Int);
    const auto read = is_of_kind ? words_at(place, numbers.data() + words.size()) : std::nullopt;
    if (!read || (type.scalar_kind() == Scalar::Uint && numbers[words.size()] < 0.0)) {
      return std::nullopt;
    }
    words.insert(words.end(), read->begin(), read->end());
  }
  const auto needed = static_cast<std::size_t>(type.component_count());
  if (words.size() == 1) {
    words.resize(needed, words.front());
  }
  return words.size() == needed ? std::optional(std::move(words)) : std::nullopt;
}

/// Of a parameter of a material, by their names; nothing if the library lacks it.
std::optional<ValueRange> range_of(const Library& library,
                                   const std::pair<std::string, std::string>& of) {
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const Material& material = library.materials[MaterialId(i)];
    if (library.text(material.name) != of.first) {
      continue;
    }
    for (const MaterialParameter& parameter : material.parameters) {
      if (library.text(parameter.name) == of.second) {
        return ValueRange(library, parameter);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

LiveValues::LiveValues(std::shared_ptr<const DocumentText> base,
                       std::shared_ptr<const NodeNames> names)
    : base_(std::move(base)), names_(std::move(names)), document_(base_) {
  text_ = std::string(base_->text());
}

std::optional<std::size_t> LiveValues::find(const LiveEdit& edit) const {
  const auto known = std::find_if(ports_.begin(), ports_.end(), [&](const Port& port) {
    return port.node == *edit.node && port.port == *edit.port;
  });
  return known != ports_.end() ? std::optional(static_cast<std::size_t>(known - ports_.begin()))
                               : std::nullopt;
}

bool LiveValues::is_shared(const Port& port) const {
  for (const Port& other : ports_) {
    for (const NumberPlace& place : other.places) {
      const bool overlaps =
          std::any_of(port.places.begin(), port.places.end(), [&](const NumberPlace& own) {
            return own.span.begin < place.span.end && place.span.begin < own.span.end;
          });
      if (overlaps) {
        return true;
      }
    }
  }
  return false;
}

bool LiveValues::knows(const std::vector<LiveEdit>& edits) const {
  return std::all_of(edits.begin(), edits.end(),
                     [&](const LiveEdit& edit) { return find(edit).has_value(); });
}

std::optional<LiveValues::Port> LiveValues::opened(const LiveEdit& edit,
                                                   SessionLibrary& library) const {
  const SessionFragments fragments(library, text());
  const EditContext context{*base_, *names_, fragments};
  const auto slot = value_slot(context, *edit.node, *edit.port);
  auto places = slot ? numbers_at(*base_, *slot) : std::nullopt;
  if (!places) {
    return std::nullopt;
  }
  Port port{*edit.node, *edit.port, *slot, std::move(*places), {}, {}, literals_.size(), {}, {}};
  const auto place = find_node(*base_, *names_, *edit.node);
  const DocumentNode& node = base_->nodes()[place->node];
  if (node.kind == NodeKind::Parameter) {
    port.parameter.emplace(base_->graphs()[node.graph].name, node.name);
    port.range = range_of(library.library(), *port.parameter);
  }
  return port;
}

bool LiveValues::touch(const std::vector<LiveEdit>& edits, SessionLibrary& library,
                       const std::map<std::uint32_t, OutputRequest>& outputs) {
  library.load(std::string(base_->text()));
  for (const LiveEdit& edit : edits) {
    if (find(edit)) {
      continue;
    }
    auto port = opened(edit, library);
    if (!port || is_shared(*port)) {
      return false;
    }
    for (const NumberPlace& place : port->parameter ? std::vector<NumberPlace>() : port->places) {
      literals_.push_back(
          {{FileId(0), place.span.begin, place.span.end}, name_for(port->node, port->port)});
    }
    ports_.push_back(std::move(*port));
  }
  requests_ = outputs;
  outputs_.clear();
  for (const auto& [id, request] : outputs) {
    LiveOutput made = compose_live_output(library, request, *base_, *names_, literals_);
    const bool is_live =
        made.output->is_good &&
        std::none_of(made.literals.begin(), made.literals.end(), [](const LiveLiteral& literal) {
          return literal.state == LiveLiteral::State::Fixed;
        });
    if (!is_live) {
      return false;
    }
    outputs_.emplace(id, std::move(made));
  }
  // The new parameters have the numbers of the base; other ports have been set since.
  Values values;
  return std::all_of(ports_.begin(), ports_.end(),
                     [&](const Port& port) {
                       return port.numbers.empty() || gather(port, port.numbers, values);
                     }) &&
         apply(values);
}

bool LiveValues::gather(const Port& port, const std::vector<double>& numbers,
                        Values& values) const {
  if (port.parameter) {
    return is_in_range(port, numbers) && gather_parameter(port, numbers, values);
  }
  std::size_t read = 0;
  for (std::size_t i = 0; i < port.places.size(); ++i) {
    const auto words = words_at(port.places[i], numbers.data() + read);
    read += port.places[i].count();
    if (!words) {
      return false;
    }
    const std::size_t at = port.first_literal + i;
    for (const auto& [id, output] : outputs_) {
      const LiveLiteral& literal = output.literals[at];
      if (literal.state != LiveLiteral::State::Live) {
        continue;
      }
      if (literal.sign_decides &&
          !have_same_signs(*words, output.defaults[at], literal.type.scalar_kind())) {
        return false;
      }
      values[id].emplace_back(output.first_literal + static_cast<std::uint32_t>(at), *words);
    }
  }
  return true;
}

bool LiveValues::is_in_range(const Port& port, const std::vector<double>& numbers) {
  const auto words =
      port.range ? parameter_words(port.range->type(), port.places, numbers) : std::nullopt;
  return !words || port.range->contains(*words);
}

bool LiveValues::gather_parameter(const Port& port, const std::vector<double>& numbers,
                                  Values& values) const {
  for (const auto& [id, output] : outputs_) {
    if (requests_.at(id).material != port.parameter->first) {
      continue;
    }
    const auto input = output.values->find_parameter(port.parameter->second);
    auto words = input ? parameter_words(output.values->type_of(*input), port.places, numbers)
                       : std::nullopt;
    if (!words) {
      return false;
    }
    values[id].emplace_back(*input, std::move(*words));
  }
  return true;
}

bool LiveValues::apply(const Values& values) {
  std::vector<HostValue> given;
  for (const auto& [id, words] : values) {
    given.clear();
    for (const auto& [input, value] : words) {
      given.push_back({input, value});
    }
    const auto change = outputs_.at(id).values->set(given);
    if (!change) {
      is_sound_ = false;
      return false;
    }
    LiveChange& noted = changes_[id];
    noted.bytes.assign(change->bytes.begin(), change->bytes.end());
    noted.constants.assign(change->constants.begin(), change->constants.end());
  }
  return true;
}

bool LiveValues::set(const std::vector<LiveEdit>& edits) {
  changes_.clear();
  std::vector<std::pair<Port*, Splices>> all;
  Values values;
  for (const LiveEdit& edit : edits) {
    Port& port = ports_[*find(edit)];
    if (edit.numbers->size() != count_of(port.places)) {
      return false;
    }
    auto splices = replace_numbers(*base_, port.slot, *edit.numbers);
    if (!splices || !gather(port, *edit.numbers, values)) {
      return false;
    }
    all.emplace_back(&port, std::move(*splices));
  }
  if (!apply(values)) {
    return false;
  }
  for (std::size_t i = 0; i < edits.size(); ++i) {
    all[i].first->splices = std::move(all[i].second);
    all[i].first->numbers = *edits[i].numbers;
  }
  text_.reset();
  document_.reset();
  return true;
}

const std::shared_ptr<const ComposedOutput>& LiveValues::composed(std::uint32_t output) const {
  return outputs_.at(output).output;
}

void LiveValues::complete(std::uint32_t output, SessionLibrary& library,
                          const OutputRequest& request) {
  outputs_.at(output).output =
      compose_live_output(library, request, *base_, *names_, literals_).output;
}

bool LiveValues::rebase(SessionLibrary& library,
                        const std::map<std::uint32_t, OutputRequest>& outputs) {
  std::vector<LiveEdit> edits;
  edits.reserve(ports_.size());
  for (const Port& port : ports_) {
    edits.push_back({&port.node, &port.port, &port.numbers});
  }
  LiveValues rebased(document(), names_);
  if (!rebased.touch(edits, library, outputs)) {
    return false;
  }
  *this = std::move(rebased);
  return true;
}

std::span<const std::byte> LiveValues::bytes(std::uint32_t output, std::size_t block) const {
  return outputs_.at(output).values->bytes(block);
}

Splices LiveValues::splices() const {
  Splices all;
  for (const Port& port : ports_) {
    all.insert(all.end(), port.splices.begin(), port.splices.end());
  }
  sort_splices(all);
  return all;
}

const std::string& LiveValues::text() const {
  if (!text_) {
    text_ = apply_splices(base_->text(), splices());
  }
  return *text_;
}

const std::shared_ptr<const DocumentText>& LiveValues::document() const {
  if (document_ == nullptr) {
    document_ =
        std::make_shared<DocumentText>(*base_, text(), change_of(splices()), base_->share_names());
  }
  return document_;
}

}  // namespace weft::live
