#pragma once

#include "importers/materialx/document.h"

namespace weft::materialx {

/// Rewrites what older versions, from 1.22 on, wrote differently: `opgraph`, `parameter`, links as
/// parameters of the type `opgraphnode`, inputs that have other names now. Linear.
void upgrade(Document& document);

}  // namespace weft::materialx
