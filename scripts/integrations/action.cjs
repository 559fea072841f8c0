'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync, mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { dirname, join } = require('node:path')

/** Lists the non-empty lines of an input. */
const lines = (text = '') =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The arguments of `routerfile` for the inputs of the action; findings are also written to the job summary. */
function argumentsOf({ INPUT_FILES, INPUT_TARGET, INPUT_FORMAT, INPUT_ARGS, GITHUB_STEP_SUMMARY }) {
  const summary = GITHUB_STEP_SUMMARY ? [`--format=markdown=${GITHUB_STEP_SUMMARY}`] : []
  const targets = lines(INPUT_TARGET).map((target) => `--target=${target}`)
  const formats = lines(INPUT_FORMAT).map((format) => `--format=${format}`)
  const flags = [...targets, ...formats, ...summary, ...lines(INPUT_ARGS)]
  // `--` is needed because the name of a file may look like a flag.
  return ['lint', ...flags, '--', ...lines(INPUT_FILES)]
}

/** The script of the `npx` that belongs to this Node, so that no shell is needed to run it. */
function npxOf(node) {
  const folder = dirname(node)
  return [join(folder, 'node_modules'), join(folder, '..', 'lib', 'node_modules')]
    .map((place) => join(place, 'npm', 'bin', 'npx-cli.js'))
    .find((place) => existsSync(place))
}

/** Runs the package of this action, or the requested version, and returns its exit code. */
function run(environment, { node = process.execPath, npx = npxOf(node) } = {}) {
  if (npx === undefined) {
    console.error('::error::npx is not installed beside this Node; set the input node-version')
    return 2
  }
  const [version = require('../../package.json').version] = lines(environment.INPUT_VERSION)
  // Inside the repository, npx would run a package that is committed there, or download it from the registry in the
  // repository's `.npmrc`.
  const prefix = mkdtempSync(join(tmpdir(), 'routerfile-'))
  try {
    const { status } = spawnSync(
      node,
      [npx, `--prefix=${prefix}`, '--yes', `routerfile@${version}`, ...argumentsOf(environment)],
      { stdio: 'inherit' },
    )
    return status ?? 3
  } finally {
    rmSync(prefix, { recursive: true, force: true })
  }
}

module.exports = { argumentsOf, run }
