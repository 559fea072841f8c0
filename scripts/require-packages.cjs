const { existsSync } = require('node:fs')

// Without this check, npm only reports that `tsup` was not found.
if (!existsSync('node_modules/tsup')) {
  console.error('The packages that this needs are not installed; run `npm ci` first.')
  process.exit(1)
}
