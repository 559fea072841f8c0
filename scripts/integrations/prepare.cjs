'use strict'
const { execSync } = require('node:child_process')
const { existsSync } = require('node:fs')

/*
 * Builds the package when npm installs it from its repository, as pre-commit does. npm prepares it in a copy. In a
 * global install, npm treats the copy as a global package, too, and does not install the build dependencies
 * (https://github.com/npm/cli/issues/8440).
 */
if (process.env.INIT_CWD !== process.cwd()) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix|local_prefix|global_prefix)$/.test(name),
    ),
  )
  if (!existsSync('node_modules/tsup'))
    execSync('npm ci --include=dev --ignore-scripts', { env, stdio: 'ignore' })
  execSync('npm run --silent build', { env, stdio: 'ignore' })
}
