-- A session of Neovim with the language server: the file, the server's program and where the answers go stand in the environment.
local heard = {}
vim.cmd('edit ' .. vim.env.ROUTER_FILE)
vim.bo.filetype = 'yaml'
local id = vim.lsp.start_client({
  name = 'routerfile',
  cmd = { vim.env.NODE, vim.env.SERVER, '--stdio' },
  root_dir = vim.fn.getcwd(),
  settings = { routerfile = { rules = { ['csr-missing'] = 'off' } } },
  on_init = function(client) client.notify('workspace/didChangeConfiguration', { settings = client.config.settings }) end,
})
vim.lsp.buf_attach_client(0, id)

local function found(message)
  return #vim.tbl_filter(function(item) return item.message:find(message, 1, true) end, vim.diagnostic.get(0)) > 0
end

local function ask(method, params)
  local answer = (vim.lsp.buf_request_sync(0, method, params, 10000) or {})[id] or {}
  return answer.result, answer.error
end

vim.wait(10000, function() return found('idleCircuitTimeut') end, 20)
heard.findings = vim.tbl_map(function(item) return item.lnum .. ' ' .. item.code end, vim.diagnostic.get(0))

vim.fn.cursor(9, 5)
heard.hover = table.concat(vim.lsp.util.convert_input_to_markdown_lines((ask('textDocument/hover', vim.lsp.util.make_position_params())).contents), '\n')

local actions = ask('textDocument/codeAction', vim.tbl_extend('error', vim.lsp.util.make_range_params(), { context = { diagnostics = {} } }))
for _, action in ipairs(actions) do
  if action.title == 'Rename `idleCircuitTimeut` to `idleCircuitTimeout`' then vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16') end
end
heard.isMended = vim.wait(10000, function() return not found('idleCircuitTimeut') end, 20)

vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'listeners:', '  - binding: tunnel', '    options:', '      mode: ' })
vim.fn.cursor(vim.fn.line('$'), 13)
vim.cmd('startinsert!')
local items = vim.lsp.util.text_document_completion_list_to_complete_items(ask('textDocument/completion', vim.lsp.util.make_position_params()), '')
heard.labels = vim.tbl_map(function(item) return item.abbr end, items)

local edits = ask('textDocument/formatting', vim.lsp.util.make_formatting_params())
vim.lsp.util.apply_text_edits(edits, 0, 'utf-16')
heard.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')

local outline = ask('textDocument/documentSymbol', { textDocument = vim.lsp.util.make_text_document_params() })
heard.outline = vim.tbl_map(function(item) return item.name end, outline)

vim.fn.writefile({ vim.fn.json_encode(heard) }, vim.env.HEARD)
vim.lsp.stop_client(id)
vim.wait(5000, function() return vim.lsp.client_is_stopped(id) end, 20)
vim.cmd('qall!')
