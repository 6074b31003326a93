#include "live/session/edit_rules.h"

namespace weft::live {

Result<PlannedEdit> plan(const EditContext&, const Group&) { return PlannedEdit{}; }
Result<PlannedEdit> plan(const EditContext&, const Ungroup&) { return PlannedEdit{}; }

}  // namespace weft::live
