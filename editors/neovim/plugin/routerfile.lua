-- Starts the language server for YAML in Neovim 0.7 and later, and gives files that it takes for router files a file type.
-- `vim.g.routerfile` may hold members of the configuration in lsp/routerfile.lua to use instead, such as `settings`.
if vim.g.loaded_routerfile then
  return
end
vim.g.loaded_routerfile = true

local filetype = 'yaml.openziti-router'

-- Names that people give to router files, and sometimes to other files.
local function has_router_name(path)
  local name = '.' .. path:match('[^/\\]*$')
  return name:match('%.ya?ml$') and (name:match('%.router%.ya?ml$') or name:find('ziti-router', 1, true)) ~= nil
end

-- Buffers whose file type was given, so that one that the user chooses afterwards stays.
local given = {}

-- The server tells router files by their content, so a file is YAML until it says what it is.
local function on_status(_, status)
  local buffer = vim.uri_to_bufnr(status.uri)
  if status.kind ~= 'router' or given[buffer] or vim.bo[buffer].filetype ~= 'yaml' then
    return
  end
  if has_router_name(vim.uri_to_fname(status.uri)) then
    given[buffer] = true
    vim.bo[buffer].filetype = filetype
  end
end

vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
  callback = function(event)
    given[event.buf] = nil
  end,
})

-- Servers for YAML leave a buffer that is no longer theirs; Neovim does not do this for all of them.
vim.api.nvim_create_autocmd('FileType', {
  pattern = filetype,
  callback = function(event)
    local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = event.buf }) or vim.lsp.buf_get_clients(event.buf)
    for _, client in pairs(clients) do
      if not vim.tbl_contains(client.config.filetypes or { filetype }, filetype) then
        vim.lsp.buf_detach_client(event.buf, client.id)
      end
    end
  end,
})

local options = vim.tbl_deep_extend('force', {
  before_init = function(params)
    local experimental = { routerfileStatus = true }
    params.capabilities = vim.tbl_deep_extend('force', params.capabilities, { experimental = experimental })
  end,
  handlers = { ['routerfile/status'] = on_status },
}, vim.g.routerfile or {})

if vim.fn.has('nvim-0.11') == 1 then
  vim.lsp.config('routerfile', options)
  vim.lsp.enable('routerfile')
  return
end

local file = vim.api.nvim_get_runtime_file('lsp/routerfile.lua', false)[1]
local config = vim.tbl_deep_extend('force', dofile(file), options, { name = 'routerfile' })

-- The directory of a file, or one above it, that has a root marker.
local function find_root(path)
  for _, marker in ipairs(config.root_markers) do
    local directory, parent = nil, vim.fn.fnamemodify(path, ':p:h')
    while parent ~= directory do
      directory, parent = parent, vim.fn.fnamemodify(parent, ':h')
      if vim.loop.fs_stat(directory .. '/' .. marker) then
        return directory
      end
    end
  end
end

local clients = {}

-- 0.7 sends settings only if told to.
local function send_settings(client)
  if config.settings then
    client.notify('workspace/didChangeConfiguration', { settings = config.settings })
  end
end

-- `vim.lsp.start` for 0.7: one server for each root.
local function start(client_config)
  local root = client_config.root_dir or ''
  if not clients[root] or not vim.lsp.get_client_by_id(clients[root]) then
    clients[root] = vim.lsp.start_client(vim.tbl_extend('force', client_config, { on_init = send_settings }))
  end
  if clients[root] then
    vim.lsp.buf_attach_client(0, clients[root])
  end
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = config.filetypes,
  callback = function(event)
    local client_config = vim.tbl_extend('force', config, { root_dir = find_root(event.file) })
    local run = vim.lsp.start or start
    run(client_config)
  end,
})
