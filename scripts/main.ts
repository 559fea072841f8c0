import { execSync } from 'node:child_process'
import { derive } from './derive.js'
import { writeFiles } from './derive/write-files.js'

const changed = writeFiles(process.cwd(), await derive(process.cwd()))

// The pages show what the program does with the generated code that was bundled with this script. Where that is new, a
// second run writes them anew.
if (changed.some((path) => path.startsWith('src/generated/')) && process.argv[2] !== 'again')
  execSync('node scripts/run.cjs scripts/main.ts again', { stdio: 'inherit' })
