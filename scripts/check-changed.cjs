/*
 * Runs format, lint and type checks on files that differ from the main branch, within seconds. `npm run check:changed
 * [BRANCH]` compares with another branch.
 */
'use strict'
const { execFileSync, spawn } = require('node:child_process')
const { join } = require('node:path')

const git = (...argv) => execFileSync('git', argv, { encoding: 'utf8' }).trim()

/** Lists the paths that differ from a branch, or are new, and still exist. */
function listChanged(branch) {
  const base = git('merge-base', 'HEAD', branch)
  return [
    ...git('diff', '--name-only', '--relative', '--diff-filter=d', '-z', base).split('\0'),
    ...git('ls-files', '--others', '--exclude-standard', '-z').split('\0'),
  ].filter((path) => path !== '')
}

/** Runs a program of `node_modules`, and resolves to whether it succeeded. */
const run = (name, ...argv) =>
  new Promise((resolve) => {
    const isWindows = process.platform === 'win32'
    const program = join('node_modules/.bin', isWindows ? `${name}.cmd` : name)
    spawn(program, argv, { stdio: 'inherit', shell: isWindows }).on('close', (code) =>
      resolve(code === 0),
    )
  })

const checkTypes = (name, ...project) =>
  run('tsc', ...project, '--incremental', '--tsBuildInfoFile', `.cache/${name}.json`)

async function check([branch = 'main']) {
  const changed = listChanged(branch)
  if (changed.length === 0) return true
  const code = changed.filter((path) => /\.(?:[cm]?js|ts)$/.test(path))
  const belowOneOf = (...folders) =>
    code.some((path) => folders.some((folder) => path.startsWith(`${folder}/`)))
  const results = await Promise.all([
    run('prettier', '--check', '--ignore-unknown', '--log-level', 'warn', '--', ...changed),
    ...(code.length > 0
      ? [run('eslint', '--no-warn-ignored', '--max-warnings', '0', '--', ...code)]
      : []),
    ...(belowOneOf('src', 'server', 'scripts', 'test', 'bench') ? [checkTypes('tsc')] : []),
    ...(belowOneOf('editors') ? [checkTypes('tsc-vscode', '-p', 'editors/vscode')] : []),
    ...(belowOneOf('web') ? [checkTypes('tsc-web', '-p', 'web')] : []),
  ])
  return results.every(Boolean)
}

check(process.argv.slice(2)).then((isClean) => {
  process.exitCode = isClean ? 0 : 1
})
