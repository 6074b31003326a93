-- usage: WEFT=PATH nvim --headless --clean -c 'luafile tests/editors/neovim_session.lua'
-- Edits a file in Neovim with docs/editors/neovim.lua and `weft lsp`. Ends with status 1 and a message at the
-- first thing that is not as expected.

local folder = vim.fn.tempname()
vim.fn.mkdir(folder, "p")

local function fail(message)
  io.stderr:write("neovim: " .. message .. "\n")
  vim.cmd("cquit 1")
end

local function check(condition, message)
  if not condition then
    fail(message)
    error(message)
  end
end

local function wait_for(condition, message)
  check(vim.wait(20000, condition, 10), "no " .. message .. " within 20 seconds")
end

local function write(name, lines)
  local path = folder .. "/" .. name
  vim.fn.writefile(lines, path)
  return path
end

local function put_cursor(line, text)
  local column = vim.fn.getline(line):find(text, 1, true)
  check(column, "line " .. line .. " has no " .. text)
  vim.api.nvim_win_set_cursor(0, { line, column - 1 })
end

--- The result of a request about the cursor.
local function ask(method, extend)
  local params = extend(vim.lsp.util.make_position_params())
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  check(answers, method .. " has no answer")
  for _, answer in pairs(answers) do
    check(not answer.err, method .. ": " .. vim.inspect(answer.err))
    return answer.result
  end
  fail(method .. " has no answer")
end

local function as_it_is(params) return params end

local function main()
  vim.g.weft_program = vim.env.WEFT
  vim.cmd("luafile docs/editors/neovim.lua")
  write("parts.weft", {
    'import "core";',
    "/// Half of a value.",
    "fragment half_of(x: float) -> float { return x * 0.5; }",
  })
  -- The emoji is two UTF-16 units and four bytes: what stands after it shows whose columns are counted.
  local path = write("small.weft", {
    'import "./parts.weft";',
    "material small {",
    "    param gloss: float = 0.5;",
    '    /* 😀 */ soft = half_of(gloss); hard = half_of(glos);',
    "    output albedo = float3(soft, hard, 0.0) as {use: reflectance, encoding: linear};",
    "}",
  })
  vim.cmd("edit " .. path)
  check(vim.bo.filetype == "weft", "the file type is " .. vim.bo.filetype)

  wait_for(function() return #vim.diagnostic.get(0) == 1 end, "diagnostics")
  local found = vim.diagnostic.get(0)[1]
  check(found.message:find("glos", 1, true), "the message is " .. found.message)
  check(found.lnum == 3 and found.col == vim.fn.getline(4):find("glos)", 1, true) - 1,
    "the diagnostic is at " .. found.lnum .. ":" .. found.col)

  -- The quick fix, then no diagnostic.
  put_cursor(4, "glos)")
  local actions = ask("textDocument/codeAction", function(params)
    params.range = { start = params.position, ["end"] = params.position }
    params.context = { diagnostics = {} }
    return params
  end)
  check(#actions == 1 and actions[1].title == "write 'gloss'", "the fixes are " .. vim.inspect(actions))
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  check(vim.endswith(vim.fn.getline(4), "hard = half_of(gloss);"), "the fixed line is " .. vim.fn.getline(4))
  wait_for(function() return #vim.diagnostic.get(0) == 0 end, "end of the diagnostics")

  put_cursor(4, "half_of(gloss); hard")
  local hover = ask("textDocument/hover", as_it_is)
  check(hover.contents.value:find("Half of a value", 1, true), "the hover is " .. vim.inspect(hover))

  vim.lsp.buf.definition()
  wait_for(function() return vim.fn.expand("%:t") == "parts.weft" end, "jump to the definition")
  check(vim.fn.line(".") == 3, "the definition is in line " .. vim.fn.line("."))
  vim.cmd("buffer small.weft")

  put_cursor(4, "half_of(gloss); hard")
  check(#ask("textDocument/references", function(params)
    params.context = { includeDeclaration = true }
    return params
  end) == 3, "not three references")

  vim.lsp.buf.rename("halved")
  wait_for(function() return vim.fn.getline(4):find("halved(gloss); hard = halved(gloss)", 1, true) end, "renamed calls")
  vim.cmd("buffer parts.weft")
  check(vim.fn.getline(3):find("fragment halved(", 1, true), "the declaration is " .. vim.fn.getline(3))
  vim.cmd("buffer small.weft")

  vim.api.nvim_buf_set_lines(0, 4, 4, false, { "    more = hal" })
  vim.api.nvim_win_set_cursor(0, { 5, 13 })
  -- Neovim tells of changes in other buffers a little later.
  wait_for(function()
    local items = ask("textDocument/completion", function(params)
      params.position.character = 14
      return params
    end)
    return vim.tbl_contains(vim.tbl_map(function(item) return item.label end, items.items or items), "halved")
  end, "completion that offers halved")
  vim.api.nvim_buf_set_lines(0, 4, 5, false, { "    more   =   halved(  gloss );" })
  local edits = ask("textDocument/formatting", function(params)
    params.options = { tabSize = 4, insertSpaces = true }
    return params
  end)
  vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), "utf-16")
  check(vim.fn.search([[^    more = halved(gloss);$]], "w") > 0, "formatting left the line as it was")

  vim.lsp.stop_client(vim.lsp.get_active_clients())
  wait_for(function() return #vim.lsp.get_active_clients() == 0 end, "end of the server")
end

local ok, message = xpcall(main, debug.traceback)
vim.fn.delete(folder, "rf")
if not ok then fail(message) end
io.stdout:write("neovim: all as expected\n")
vim.cmd("qall!")
