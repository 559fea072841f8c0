import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isRecord, toRecord } from '../src/document/record.js'

/** The generators to test. */
const typesGenerator = 'openapi-typescript@7.13.0'
const pythonGenerator = 'openapi-python-client==0.29.1'

const document = resolve('src/generated/management/openapi.json')

/** For each media type that the Python generator does not support in that place, one that it does. */
const mediaTypes = {
  content_type_overrides: {
    'text/plain': 'application/octet-stream',
    'application/jwt': 'text/html',
    'application/pkcs7-mime': 'text/html',
    'image/png': 'application/octet-stream',
  },
}

/** Imports all modules of the package `client`, and prints those that fail, and two counts. */
const importAll = `
import importlib, pkgutil, sys
import client
modules = [module.name for module in pkgutil.walk_packages(client.__path__, "client.")]
failed = 0
for name in modules:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed += 1
        print(f"{name}: {type(error).__name__}: {error}")
operations = sum(name.startswith("client.api.") and name.count(".") == 3 for name in modules)
print(f"openapi-python-client: {len(modules)} modules, {operations} of them operations, {failed} failed")
sys.exit(failed > 0 or operations != int(sys.argv[1]))
`

/**
 * Generates clients from our OpenAPI document with third-party programs, which are installed from their registries into
 * a temporary folder: the types of openapi-typescript must compile, and all modules of openapi-python-client must be
 * importable, without a warning. Skips Python if it has no pip.
 */
export function measure(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-clients-'))
  for (const attempt of [tryTypes, tryPython])
    try {
      attempt(folder)
    } catch (error) {
      console.log(String(error))
      process.exitCode = 1
    }
  rmSync(folder, { recursive: true })
}

function run(
  program: string,
  argv: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): string {
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    ...options,
    encoding: 'utf8',
  })
  if (status !== 0)
    throw new Error(`${program} ${argv.join(' ')} failed\n${error?.message ?? stdout + stderr}`)
  return stdout
}

function tryTypes(folder: string): void {
  const types = join(folder, 'api.ts')
  const argv = ['--yes', '--package', typesGenerator, 'openapi-typescript', document]
  run('npx', [...argv, '--output', types], { cwd: folder })
  const compiler = resolve('node_modules/typescript/bin/tsc')
  run(process.execPath, [compiler, '--strict', '--noEmit', types], { cwd: folder })
  const lines = readFileSync(types, 'utf8').split('\n').length
  console.log(`openapi-typescript: ${lines} lines of types compile`)
}

function tryPython(folder: string): void {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) {
    console.log('openapi-python-client: skipped, python3 has no pip here')
    return
  }
  const programs = join(folder, 'venv', 'bin')
  const options = {
    cwd: folder,
    env: { ...process.env, PATH: `${programs}:${process.env.PATH ?? ''}` },
  }
  run('python3', ['-m', 'venv', 'venv'], options)
  run(join(programs, 'pip'), ['install', '--quiet', pythonGenerator], options)
  // The generator reads its settings as YAML, which includes JSON.
  writeFileSync(join(folder, 'settings.yml'), JSON.stringify(mediaTypes))
  const argv = ['generate', '--meta', 'none', '--fail-on-warning', '--config', 'settings.yml']
  run(
    join(programs, 'openapi-python-client'),
    [...argv, '--path', document, '--output-path', 'client'],
    options,
  )
  const operations = String(countOperations())
  console.log(run(join(programs, 'python3'), ['-c', importAll, operations], options).trim())
}

function countOperations(): number {
  const { paths } = toRecord(JSON.parse(readFileSync(document, 'utf8')))
  return Object.values(toRecord(paths)).flatMap((path) => (isRecord(path) ? Object.keys(path) : []))
    .length
}
