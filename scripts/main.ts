import { execSync } from 'node:child_process'
import { derive } from './derive.js'
import { writeFiles } from './derive/write-files.js'

const changed = writeFiles(process.cwd(), await derive(process.cwd()))

// The pages show output of the program with the generated code that was bundled into this script. If that code has
// changed, a second run generates the pages again.
if (changed.some((path) => path.startsWith('src/generated/')) && process.argv[2] !== 'again')
  execSync('node scripts/run.cjs scripts/main.ts again', { stdio: 'inherit' })
