#pragma once

#include <string>
#include <vector>

#include "codegen/host/c_names.h"
#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"

namespace weft {

/// The contents of cpp_tables() as C99 constants: sets and bindings as enumerators, tables as
/// arrays with their sizes. The table names must have been reserved with reserve_c_table_names().
std::string c_tables(const HeaderSource& source, CNames& names,
                     const std::vector<HeaderModule>& modules);

/// The contents of cpp_host_tables() as C99 constants.
std::string c_host_tables(const Programs& programs, const Reflection& reflection, CNames& names);

/// Reserves the names of the tables that every header has. Call it before any other name is
/// requested.
void reserve_c_table_names(CNames& names);

}  // namespace weft
