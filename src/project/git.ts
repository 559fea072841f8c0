import { spawnSync } from 'node:child_process'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { findStats, getErrorCode } from './disk.js'
import { rejectEndlessGitFiles } from './git-folder.js'
import { ProjectError } from './project-error.js'

/**
 * Files that git lists, by absolute path. The value is the id of the content in git to read, or undefined to read the
 * file on disk.
 */
export type GitFiles = ReadonlyMap<string, string | undefined>

type GitResult = { output: Buffer; succeeded: boolean; errorMessage: string }

type Repository = {
  run: (argv: readonly string[], settings?: readonly Setting[]) => GitResult
  listNames: (argv: readonly string[], settings?: readonly Setting[]) => string[]
  toPath: (name: string) => string
}

/** Milliseconds until git is stopped, for example because a file that the repository names is a pipe. */
const timeLimit = 120_000

/**
 * Settings that override those of the repository. A setting of the repository could name a program that git would run
 * while it lists or reads files, or could let a committed folder be used as a repository.
 */
const safeSettings = [
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=',
  'diff.external=',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting])

/**
 * Variables for git. No protocol is allowed: git would fetch a missing object of a partial clone by running a program
 * that the repository names (`uploadpack`). Replacements of objects (`git replace`) are ignored. Without optional
 * locks, git does not write the index and runs no hook for it.
 */
const gitVariables = {
  LC_ALL: 'C',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
}

/**
 * Runs git with settings that keep it from starting programs that the configuration of the repository names. Only
 * filters must be turned off by the caller (`listFilterSettings`).
 */
function runGit(
  cwd: string,
  argv: readonly string[],
  { input = '', settings = [] }: { input?: string; settings?: readonly Setting[] | undefined } = {},
): GitResult {
  rejectEndlessGitFiles(cwd)
  // Windows would prefer a program in the current directory, which belongs to the repository.
  if (process.platform === 'win32') process.env['NoDefaultCurrentDirectoryInExePath'] = '1'
  const { stdout, stderr, status, error } = spawnSync(
    'git',
    ['--no-pager', ...safeSettings, ...argv],
    {
      cwd,
      input,
      maxBuffer: Infinity,
      timeout: timeLimit,
      env: { ...process.env, ...gitVariables, ...toVariables(settings) },
    },
  )
  if (error) throw createRunError(getErrorCode(error) || error.message)
  const [line = ''] = stderr.toString('utf8').split('\n')
  return {
    output: stdout,
    succeeded: status === 0,
    errorMessage: line.replace(/^(fatal|error): /, ''),
  }
}

const createRunError = (reason: string): ProjectError =>
  new ProjectError(
    reason === 'ETIMEDOUT'
      ? `git did not end within ${timeLimit / 1000} seconds`
      : `git cannot be run (${reason}), and only git knows which files have changed`,
  )

/** A setting of git: its key, which may contain any character, and its value. */
type Setting = readonly [key: string, value: string]

/**
 * Environment variables that pass settings to git, in addition to settings that the environment passes already. `-c`
 * is not used for them, because a key would end at its first `=`.
 */
function toVariables(settings: readonly Setting[]): Record<string, string> {
  if (settings.length === 0) return {}
  const first = Number(process.env['GIT_CONFIG_COUNT'] ?? 0) || 0
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(first + settings.length) }
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${first + index}`] = key
    variables[`GIT_CONFIG_VALUE_${first + index}`] = value
  }
  return variables
}

const createGitError = (message: string): ProjectError =>
  new ProjectError(`git says: ${message}`, { code: 'git' })

const splitNames = (output: Buffer): string[] =>
  output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')

/**
 * Opens the repository of the current directory: `run` and `listNames` run git at the root of the repository, and
 * `toPath` resolves a name that git prints. Throws a ProjectError if there is no repository.
 */
function openRepository(): Repository {
  const { output, succeeded, errorMessage } = runGit('.', ['rev-parse', '--show-cdup'])
  if (!succeeded) throw createGitError(errorMessage)
  const topFolder = resolve(output.toString('utf8').replace(/\n$/, ''))
  if (process.env['GIT_DIR'] === undefined && !findStats(join(topFolder, '.git')))
    throw createGitError(`core.worktree leads out of the repository, to \`${topFolder}\``)
  const run: Repository['run'] = (argv, settings) => runGit(topFolder, argv, { settings })
  const listNames: Repository['listNames'] = (argv, settings) => {
    const result = run(argv, settings)
    if (!result.succeeded) throw createGitError(result.errorMessage)
    return splitNames(result.output)
  }
  return { run, listNames, toPath: (name) => resolve(topFolder, name) }
}

/**
 * Settings that keep git from reading files that the repository's own settings name. These could be any files of this
 * machine, or pipes that never end. Files that the user's settings name are still read.
 */
function listFileSettings({ listNames }: Repository): Setting[] {
  const fields = listNames(['config', '--list', '--show-scope', '--name-only', '-z'])
  return ['core.excludesfile', 'core.attributesfile'].flatMap((key): Setting[] => {
    const index = fields.lastIndexOf(key)
    return index > 0 && ['local', 'worktree'].includes(fields[index - 1] ?? '') ? [[key, '']] : []
  })
}

/**
 * Settings that turn off all configured filters. Git would run them on files in the working tree, to compare the files
 * as they would be committed. Git still converts line endings itself.
 */
function listFilterSettings({ listNames }: Repository): Setting[] {
  const names = listNames(['config', '--list', '--name-only', '-z']).flatMap(
    (key) => /^(filter\.[^]*)\.(?:clean|process|required)$/.exec(key)?.[1] ?? [],
  )
  return [...new Set(names)].flatMap((name): Setting[] => [
    [`${name}.clean`, ''],
    [`${name}.process`, ''],
    [`${name}.required`, 'false'],
  ])
}

/** Arguments of each comparison: no renames, no diff programs of the repository, names separated by NUL. */
const diffArguments = [
  'diff',
  '--no-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=all',
  '-O/dev/null',
  '-z',
]

/**
 * The id of the commit with which files are compared: HEAD if `ref` is `HEAD`, or else the merge base of `ref` and
 * HEAD. Before the first commit, the id of the empty tree.
 */
function findBase({ run }: Repository, ref: string): string {
  const findCommit = (name: string): string | undefined => {
    const { output, succeeded } = run([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ])
    return succeeded ? output.toString('utf8').trim() : undefined
  }
  const head = findCommit('HEAD')
  if (ref === 'HEAD')
    return head ?? run(['hash-object', '-t', 'tree', '--stdin']).output.toString('utf8').trim()
  const commit = findCommit(ref)
  if (commit === undefined)
    throw new ProjectError(
      `git has no commit \`${ref}\` here; in a shallow clone, fetch it first`,
      { code: 'git' },
    )
  const { output, succeeded } = run(['merge-base', commit, head ?? 'HEAD'])
  if (!succeeded)
    throw new ProjectError(
      `\`${ref}\` and HEAD have no commit in common; in a shallow clone, fetch more of the history`,
      { code: 'git' },
    )
  return output.toString('utf8').trim()
}

/**
 * Files of the working tree that differ from HEAD, or from the merge base of `ref` and HEAD. Includes new files that
 * git does not ignore, and excludes deleted files.
 */
export function listChangedFiles(ref: string): GitFiles {
  const repository = openRepository()
  const fileSettings = listFileSettings(repository)
  const changedNames = repository.listNames(
    [...diffArguments, '--name-only', '--diff-filter=d', findBase(repository, ref), '--'],
    [...listFilterSettings(repository), ...fileSettings],
  )
  const untrackedNames = repository.listNames(
    ['ls-files', '--others', '--exclude-standard', '-z'],
    fileSettings,
  )
  return new Map(
    [...changedNames, ...untrackedNames].map((name) => [repository.toPath(name), undefined]),
  )
}

/**
 * Files whose content in the index differs from HEAD, with the ids of their staged contents; excludes links,
 * submodules, and deleted and unmerged files.
 */
export function listStagedFiles(): GitFiles {
  const repository = openRepository()
  const { listNames, toPath } = repository
  const fields = listNames(
    [...diffArguments, '--cached', '--raw', '--no-abbrev', '--diff-filter=du'],
    listFileSettings(repository),
  )
  const staged = new Map<string, string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, mode = '', , id = ''] = (fields[index] ?? '').split(' ')
    if (mode.startsWith('100') && /[^0]/.test(id)) staged.set(toPath(fields[index + 1] ?? ''), id)
  }
  return staged
}

const batchSize = 64

/** Reads the contents with these ids, in the same order. Throws a ProjectError if git lacks any of them. */
export function* readContents(ids: readonly string[]): Generator<Uint8Array, undefined> {
  for (let batchStart = 0; batchStart < ids.length; batchStart += batchSize) {
    const batch = ids.slice(batchStart, batchStart + batchSize)
    const { output, succeeded, errorMessage } = runGit('.', ['cat-file', '--batch'], {
      input: batch.map((id) => `${id}\n`).join(''),
    })
    if (!succeeded) throw createGitError(errorMessage)
    let start = 0
    for (const id of batch) {
      const end = output.indexOf(10, start)
      const [, kind, size = ''] = output.toString('latin1', start, end).split(' ')
      if (kind !== 'blob')
        throw new ProjectError(`git does not have the content ${id}`, { code: 'git' })
      yield output.subarray(end + 1, end + 1 + Number(size))
      start = end + 2 + Number(size)
    }
  }
}

/**
 * The content of a file in a revision, or in the index if the revision is empty. The path starts at the root of the
 * repository, as for git itself, or at the current directory if there is no such file at the root.
 */
export function readRevision(revision: string, file: string): Uint8Array {
  const path = isAbsolute(file) ? `./${relative('', file)}` : file
  for (const name of [path, `./${path}`]) {
    const { output, succeeded } = runGit('.', ['cat-file', 'blob', `${revision}:${name}`])
    if (succeeded) return output
  }
  if (revision !== '') assertRevision(revision)
  const revisionName = revision === '' ? 'the index' : `\`${revision}\``
  throw new ProjectError(`git has no file \`${file}\` in ${revisionName}`)
}

/** Throws if a revision is unknown, or if the current directory is not in a repository. */
function assertRevision(revision: string): void {
  const { run: git } = openRepository()
  const name = `${revision}^{tree}`
  if (!git(['rev-parse', '--verify', '--quiet', '--end-of-options', name]).succeeded)
    throw new ProjectError(`\`${revision}\` is neither a file here nor a commit`)
}
