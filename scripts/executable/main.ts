import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { buildDebianPackage } from './debian'
import { buildExecutable } from './executable'

/** Builds the executable for this machine and, on Linux with `dpkg-deb`, a Debian package of it. */
const folder = 'build'
mkdirSync(folder, { recursive: true })
const program = await buildExecutable(folder)
console.log(program)
if (process.platform === 'linux' && hasProgram('dpkg-deb'))
  console.log(buildDebianPackage(program, folder))
else console.log('no Debian package: `dpkg-deb` is not installed')

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
