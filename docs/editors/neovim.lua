-- Weft in Neovim 0.7 and later without a plug-in: `:luafile` this file, or copy it to
-- ~/.config/nvim/plugin/weft.lua. It needs `weft` in PATH, or g:weft_program. What the language server gives is
-- listed in docs/language-server.md; semantic tokens need Neovim 0.9, inlay hints 0.10.

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.weft",
  callback = function() vim.bo.filetype = "weft" end,
})

local clients = {} -- by root folder

--- The folder that git knows, else that of the file.
local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ":p:h")
  local git = vim.fn.finddir(".git", folder .. ";")
  return git ~= "" and vim.fn.fnamemodify(git, ":p:h:h") or folder
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "weft",
  callback = function(event)
    vim.bo.commentstring = "// %s"
    vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"

    local root = root_of(event.file)
    clients[root] = clients[root] or vim.lsp.start_client({
      name = "weft",
      cmd = { vim.g.weft_program or "weft", "lsp" },
      root_dir = root,
      init_options = { importFolders = vim.g.weft_import_folders or {} },
      on_exit = function() clients[root] = nil end,
    })
    vim.lsp.buf_attach_client(event.buf, clients[root])

    local function key(lhs, action) vim.keymap.set("n", lhs, action, { buffer = event.buf }) end
    key("K", vim.lsp.buf.hover)
    key("gd", vim.lsp.buf.definition)
    key("gr", vim.lsp.buf.references)
    key("<leader>rn", vim.lsp.buf.rename)
    key("<leader>ca", vim.lsp.buf.code_action)
  end,
})
