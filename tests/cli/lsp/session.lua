-- A session: what somebody does in the editor, and what the editor then has. The last line of the record is "end".
local tool, file, record = vim.env.PTXLINT, vim.env.KERNEL, vim.env.RECORD
local out = assert(io.open(record, "w"))
local function note(...) out:write(string.format(...), "\n") out:flush() end
local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then note("waited in vain for %s", what) vim.cmd("cquit!") end
end

local function session()
  vim.cmd("edit " .. file)
  local buffer = vim.api.nvim_get_current_buf()
  local client = vim.lsp.start_client({ name = "ptxlint", cmd = { tool, "lsp" }, root_dir = vim.fn.fnamemodify(file, ":h") })
  vim.lsp.buf_attach_client(buffer, client)

  local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
  local function find(word)
    for number, line in ipairs(lines()) do
      local column = line:find(word, 1, true)
      if column then return number, column - 1 end
    end
  end
  local function go(word) vim.api.nvim_win_set_cursor(0, { find(word) }) end
  local function ask(method, extra)
    local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, "utf-16"), extra or {})
    local results = vim.lsp.buf_request_sync(buffer, method, params, 60000)
    return results and results[client] and results[client].result
  end
  local function diagnostics()
    for _, found in ipairs(vim.diagnostic.get(buffer)) do
      note("diagnostic %d:%d %s %s", found.lnum + 1, found.col + 1, found.code, vim.split(found.message, "\n")[1])
    end
  end

  wait("diagnostics", function() return #vim.diagnostic.get(buffer) > 0 end)
  diagnostics()

  go("%r1, %tid")
  note("hover %s", vim.split(ask("textDocument/hover").contents.value, "\n")[2])

  go("$done;")
  vim.lsp.buf.definition()
  wait("the definition", function() return vim.api.nvim_get_current_line() == "$done:" end)
  note("definition %s", vim.api.nvim_get_current_line())

  vim.lsp.buf.rename("$finish")
  wait("the new name", function() return find("$finish:") ~= nil end)
  note("renamed %s", vim.trim(lines()[find("$finish;")]))

  go("%rd1, [data]")
  note("references %d", #ask("textDocument/references", { context = { includeDeclaration = true } }))
  for _, symbol in ipairs(ask("textDocument/documentSymbol")) do
    local names = {}
    for _, child in ipairs(symbol.children or {}) do table.insert(names, child.name) end
    note("symbols %s: %s", symbol.name, table.concat(names, " "))
  end
  for _, fold in ipairs(ask("textDocument/foldingRange")) do note("fold %d-%d", fold.startLine + 1, fold.endLine + 1) end
  local all = { start = { line = 0, character = 0 }, ["end"] = { line = #lines(), character = 0 } }
  for _, hint in ipairs(ask("textDocument/inlayHint", { range = all })) do note("hint %d %s", hint.position.line + 1, hint.label) end
  note("tokens %d", #ask("textDocument/semanticTokens/full").data / 5)

  go("and.u32")
  local number, column = find("and.u32")
  local at = { line = number - 1, character = column + #"and." }
  local actions = ask("textDocument/codeAction", { range = { start = at, ["end"] = at }, context = { diagnostics = {} } })
  for _, action in ipairs(actions) do note("action %s", action.title) end
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
  note("fixed %s", vim.trim(lines()[number]))
  wait("the finding to go", function() return #vim.diagnostic.get(buffer) == 0 end)

  -- Typed, not saved.
  vim.api.nvim_buf_set_lines(buffer, number, number, false, { "    shfl.sync.down.b32 %r1, %r2, 16, 32, -1; // ä𝄞" })
  wait("a new finding", function() return #vim.diagnostic.get(buffer) > 0 end)
  diagnostics()

  vim.api.nvim_buf_set_lines(buffer, number, number + 1, false, { "    add.rn." })
  -- Behind the last character, where one types.
  vim.o.virtualedit = "onemore"
  vim.api.nvim_win_set_cursor(0, { number + 1, #"    add.rn." })
  local labels = {}
  local items = ask("textDocument/completion")
  for _, item in ipairs(items.items or items) do table.insert(labels, item.label) end
  note("completion %s", table.concat(labels, " "))

  vim.lsp.stop_client(client)
  wait("the end", function() return vim.lsp.client_is_stopped(client) end)
  note("end")
end

local fine, mistake = xpcall(session, debug.traceback)
if not fine then note("%s", mistake) end
vim.cmd("qall!")
