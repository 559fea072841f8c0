const { existsSync } = require('node:fs')

// Without this, npm only says that it does not find `tsup`.
if (!existsSync('node_modules/tsup')) {
  console.error('The packages that this needs are not installed; run `npm ci` first.')
  process.exit(1)
}
