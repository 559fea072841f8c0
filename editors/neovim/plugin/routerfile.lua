-- Gives router files a file type, and starts the language server for YAML, in Neovim 0.7 and later.
-- `vim.g.routerfile` may hold members of the configuration in lsp/routerfile.lua to use instead, such as `settings`.
if vim.g.loaded_routerfile then
  return
end
vim.g.loaded_routerfile = true

local filetype = 'yaml.openziti-router'

-- Top-level keys of other programs whose files are named like router files: workflows, manifests, Compose files, values of Helm.
local foreign_keys = {}
for key in
  ([[ apiVersion kind jobs on services replicaCount image images imagePullSecrets serviceAccount global persistence
  resources ingress nodeSelector advertisedHost linkListeners enrollmentJwt enrolmentJwt runcmd write_files ]]):gmatch('%S+')
do
  foreign_keys[key] = true
end

-- Whether a buffer is empty so far, or has no line that only files of other programs and templates have.
local function may_be_router_file(buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 500, false)) do
    local key = line:match('^["\']?([%w_]+)["\']?%s*:')
    if foreign_keys[key or ''] or line:match('^%- hosts:') or line:match('^#cloud%-config') or line:match('{{[^{].*}}') or line:match('{%%') then
      return false
    end
  end
  return true
end

local function detect(_, buffer)
  return (not buffer or may_be_router_file(buffer)) and filetype or 'yaml'
end

if vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({
    filename = { ['router.yml'] = detect, ['router.yaml'] = detect },
    pattern = { ['.*%.router%.ya?ml'] = detect, ['.*ziti%-router.*%.ya?ml'] = detect },
  })
else
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = { 'router.yml', 'router.yaml', '*.router.yml', '*.router.yaml', '*ziti-router*.yml', '*ziti-router*.yaml' },
    callback = function(event)
      vim.bo[event.buf].filetype = detect(event.file, event.buf)
    end,
  })
end

local options = vim.g.routerfile or {}

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
