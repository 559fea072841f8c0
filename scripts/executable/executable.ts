import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { build } from 'tsup'
import { siteArchive } from '../../src/cli/commands/ui/site-archive'
import { wholeProgram } from '../tsup.config'

/** The marker in Node's executable that tells whether it contains a program, as given in Node's documentation. */
export const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/**
 * Builds `routerfile` as one file: the current Node executable with the program in it (single
 * executable application), and the site if it was built before. Resolves to its path.
 */
export async function buildExecutable(folder: string): Promise<string> {
  const parts = '.cache/executable'
  rmSync(parts, { recursive: true, force: true })
  mkdirSync(parts, { recursive: true })
  await build({ ...wholeProgram, config: false, outDir: parts })
  const blob = createBlob(parts)
  const { platform, arch } = process
  const path = join(folder, `routerfile-${platform}-${arch}${platform === 'win32' ? '.exe' : ''}`)
  copyFileSync(process.execPath, path)
  chmodSync(path, 0o755)
  dropNodeFlags(path)
  if (platform === 'linux') strip(path)
  if (platform === 'darwin') execFileSync('codesign', ['--remove-signature', path])
  injectBlob(path, blob)
  if (platform === 'darwin') execFileSync('codesign', ['--sign', '-', path])
  checkFlags(path)
  return path
}

/** Creates the program as a blob, the format that Node expects in its executable. */
function createBlob(parts: string): string {
  const output = join(parts, 'program.blob')
  const settings = {
    main: join(parts, 'executable.cjs'),
    output,
    disableExperimentalSEAWarning: true,
    assets: {
      'program.cjs': join(parts, 'program.cjs'),
      'program.cache': compile(parts),
      'worker.cjs': join(parts, 'worker.cjs'),
      ...(existsSync(siteArchive) && { [siteArchive]: siteArchive }),
    },
  }
  const path = join(parts, 'settings.json')
  writeFileSync(path, JSON.stringify(settings))
  execFileSync(process.execPath, ['--experimental-sea-config', path], { stdio: 'ignore' })
  return output
}

/**
 * Writes V8's compile cache of the program by running `routerfile lint` once: compiling takes half of the time of a
 * short run.
 */
function compile(parts: string): string {
  const argv = [join(parts, 'cli.cjs'), 'lint', 'fixtures/samples', '--exit-zero']
  execFileSync(process.execPath, argv, { stdio: 'ignore' })
  const cache = readdirSync(parts).find((name) => name.startsWith('program.cjs.'))
  if (cache === undefined) throw new Error('`routerfile lint` did not store compiled code')
  return join(parts, cache)
}

/**
 * Renames Node's flags `--env-file` and `--env-file-if-exists` in its executable to something that nobody can type:
 * Node searches for these flags among all arguments of a program, so it would load the file, or exit if a file for
 * `--env-file` is missing.
 */
function dropNodeFlags(path: string): void {
  const executable = readFileSync(path)
  for (const flag of ['--env-file', '--env-file-if-exists']) {
    const name = Buffer.from(`\0${flag}\0`)
    for (let at = executable.indexOf(name); at >= 0; at = executable.indexOf(name, at + 1))
      executable[at + '\0--'.length] = 1
  }
  writeFileSync(path, executable)
}

/** Throws if this build of Node still handles the flag. */
function checkFlags(path: string): void {
  const { stderr } = spawnSync(path, ['lint', '--env-file', 'missing.env'], { encoding: 'utf8' })
  if (!stderr.startsWith('routerfile: --env-file'))
    throw new Error(`Node takes --env-file for itself: ${stderr}`)
}

/** Removes debug symbols, a tenth of the size, if `strip` is installed. */
function strip(path: string): void {
  spawnSync('strip', ['--strip-all', path], { stdio: 'ignore' })
}

function injectBlob(path: string, blob: string): void {
  const segment = process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []
  const argv = ['postject', path, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse, ...segment]
  // On Windows, `npx` is a script that only a shell can start.
  execFileSync('npx', argv, { stdio: 'ignore', shell: process.platform === 'win32' })
}
