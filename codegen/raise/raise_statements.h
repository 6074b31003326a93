#pragma once

#include "codegen/raise/raise_body.h"

namespace weft {

/// Applies the first rule that fits to each reachable statement of a block. What rules make is not
/// visited again. Statements keep their positions in Body::stmts; new ones follow.
void rewrite_statements(NamedBody& body, const std::vector<StatementRule>& rules);

/// Appends statements that write all of `target` from the stored value: an assignment, or loops
/// over arrays.
void load_into(NamedBody& body, BodyExprId target, BodyExprId stored, std::vector<BodyStmtId>& out);

/// Appends loops that assign each element of an array, or the value itself if it is none.
void copy_elements(NamedBody& body, BodyExprId target, BodyExprId value,
                   std::vector<BodyStmtId>& out);

/// A local that is declared with the stored form of an array gets its elements: as a constructor if
/// there are few, else by loops.
bool load_array(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out);

/// A long array of zeros is filled by a loop.
bool zero_array_by_loop(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out);

/// `a /= b` of integers becomes `a = a / b`, to which guard_division applies, unless b is a literal
/// other than 0 and -1. In loop steps too.
void expand_compound_divisions(Body& body);

/// Where a column of a matrix is no lvalue, it is written one component at a time: a block that
/// holds the value in `assigned_column`, and in `assigned_index` an index that reads what is
/// written.
bool write_column(NamedBody& body, BodyStmtId stmt, std::vector<BodyStmtId>& out);

}  // namespace weft
