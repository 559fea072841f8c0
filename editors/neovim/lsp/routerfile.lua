-- How Neovim starts the language server: `vim.lsp.enable` finds this file, and plugin/routerfile.lua reads it before 0.11.
return {
  cmd = { 'routerfile', 'language-server', '--stdio' },
  filetypes = { 'yaml', 'yaml.openziti-router' },
  root_markers = { 'routerfile.config.json', 'routerfile.config.yaml', 'routerfile.config.yml', '.git' },
  get_language_id = function(_, filetype)
    return filetype == 'yaml.openziti-router' and 'openziti-router' or filetype
  end,
}
