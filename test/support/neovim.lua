-- A session of Neovim with the settings of a user. ANSWERS is the file that its answers go to.
local answers = {}

local function clients()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()
end

local function has_finding(part)
  return #vim.tbl_filter(function(item) return item.message:find(part, 1, true) end, vim.diagnostic.get(0)) > 0
end

vim.wait(10000, function() return has_finding('idleCircuitTimeut') end, 20)
local client = clients()[1]
answers.clients = #clients()
vim.wait(vim.g.loaded_routerfile and 10000 or 0, function() return vim.bo.filetype ~= 'yaml' end, 20)
answers.filetype = vim.bo.filetype
answers.root = client.config.root_dir
local function findings()
  return vim.tbl_map(function(item) return item.lnum .. ' ' .. item.code end, vim.diagnostic.get(0))
end

answers.findings = findings()

local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  return ((vim.lsp.buf_request_sync(0, method, params, 10000) or {})[client.id] or {}).result
end

-- The text before the cursor is ASCII, so its bytes are the characters of every encoding.
local function cursor_position()
  return { line = vim.fn.line('.') - 1, character = vim.fn.col('.') - 1 }
end

vim.fn.cursor(vim.fn.search('idleCircuitTimeut'), 5)
local range = { start = cursor_position(), ['end'] = cursor_position() }
local edit
for _, action in ipairs(ask('textDocument/codeAction', { range = range, context = { diagnostics = {} } })) do
  if action.title == 'Rename `idleCircuitTimeut` to `idleCircuitTimeout`' then
    edit = action.edit
  end
end
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
answers.isFixed = vim.wait(10000, function() return not has_finding('idleCircuitTimeut') end, 20)
answers.hover = ask('textDocument/hover', { position = cursor_position() }).contents.value

vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'listeners:', '  - binding: tunnel', '    options:', '      mode: ' })
vim.fn.cursor(vim.fn.line('$'), 13)
vim.cmd('startinsert!')
local completion = ask('textDocument/completion', { position = { line = vim.fn.line('$') - 1, character = 12 } })
local items = completion.items or completion
table.sort(items, function(a, b) return (a.sortText or a.label) < (b.sortText or b.label) end)
answers.labels = vim.tbl_map(function(item) return item.label end, items)

local edits = ask('textDocument/formatting', { options = { tabSize = 2, insertSpaces = true } })
vim.lsp.util.apply_text_edits(edits, vim.api.nvim_get_current_buf(), client.offset_encoding)
answers.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')

answers.outline = vim.tbl_map(function(item) return item.name end, ask('textDocument/documentSymbol', {}))

local upgrade = { command = 'routerfile.upgrade', arguments = { vim.uri_from_bufnr(0) } }
answers.checkedFor = ask('workspace/executeCommand', upgrade).checkedFor
answers.checkedFor.releaseOrigin = nil

-- One server for all files of a folder.
vim.cmd('edit! second.yaml')
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20)
answers.second = { clients = #clients(), filetype = vim.bo.filetype, findings = findings() }

-- A general server for YAML leaves a file that turns out to be a router file, and a file type that is chosen stays.
vim.api.nvim_create_autocmd('FileType', {
  pattern = 'yaml',
  callback = function()
    local general = vim.tbl_extend('force', client.config, { name = 'general', filetypes = { 'yaml' } })
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(general))
  end,
})
vim.cmd('edit! router.yaml')
vim.wait(vim.g.loaded_routerfile and 10000 or 0, function() return vim.bo.filetype ~= 'yaml' end, 20)
local function attached()
  local found = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  return vim.tbl_map(function(one) return one.name end, vim.tbl_values(found))
end
answers.attached = attached()
vim.bo.filetype = 'yaml'
vim.api.nvim_buf_set_lines(0, 0, 0, false, { 'unknownKey: 1' })
vim.wait(10000, function() return has_finding('unknownKey') end, 20)
vim.wait(200, function() return false end)
answers.chosen = vim.bo.filetype

vim.fn.writefile({ vim.fn.json_encode(answers) }, vim.env.ANSWERS)
vim.lsp.stop_client(clients())
vim.wait(5000, function() return #clients() == 0 end, 20)
vim.cmd('qall!')
