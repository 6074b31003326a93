#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/host/c_names.h"
#include "codegen/host/header_source.h"
#include "codegen/host/header_tables.h"

namespace weft {

/// The C types that the tables of a generated header consist of, as cpp_table_types() of C++.
std::string_view c_table_types();

/// What cpp_tables() says, as constants of C99: numbers to bind things by as enumerators, tables as
/// arrays with their sizes. Names that it gives are the header's, reserved by c_table_names().
std::string c_tables(const HeaderSource& source, CNames& names,
                     const std::vector<HeaderModule>& modules);

/// What cpp_host_tables() says.
std::string c_host_tables(const Programs& programs, const Reflection& reflection, CNames& names);

/// Takes the names of tables that every header has, before anything else can.
void reserve_c_table_names(CNames& names);

}  // namespace weft
