import { spawnSync } from 'node:child_process'
import { isAbsolute, relative, resolve } from 'node:path'
import { ProjectError } from './project-error.js'

/** Files that git lists, by absolute path, each with the id of its content if that differs from the one on disk. */
export type GitFiles = ReadonlyMap<string, string | undefined>

type GitResult = { out: Buffer; isFine: boolean; complaint: string }

type Repository = {
  git: (argv: readonly string[], input?: string) => GitResult
  files: (argv: readonly string[]) => string[]
  toPath: (name: string) => string
}

function runGit(cwd: string, argv: readonly string[], input = ''): GitResult {
  const { stdout, stderr, status, error } = spawnSync('git', [...argv], {
    cwd,
    input,
    maxBuffer: Infinity,
    env: { ...process.env, LC_ALL: 'C' },
  })
  if (error)
    throw new ProjectError(
      `git cannot be run (${'code' in error ? String(error.code) : error.message}), and only git knows which files have changed`,
    )
  const [line = ''] = stderr.toString('utf8').split('\n')
  return { out: stdout, isFine: status === 0, complaint: line.replace(/^(fatal|error): /, '') }
}

const createGitError = (complaint: string): ProjectError =>
  new ProjectError(`git says: ${complaint}`, { code: 'git' })

const splitNames = (out: Buffer): string[] =>
  out
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')

/** The repository of the current directory; paths that git prints are relative to its root. */
function openRepository(): Repository {
  const { out, isFine, complaint } = runGit('.', ['rev-parse', '--show-cdup'])
  if (!isFine) throw createGitError(complaint)
  const top = resolve(out.toString('utf8').replace(/\n$/, ''))
  const run = (argv: readonly string[], input?: string): GitResult => runGit(top, argv, input)
  const files = (argv: readonly string[]): string[] => {
    const ran = run(argv)
    if (!ran.isFine) throw createGitError(ran.complaint)
    return splitNames(ran.out)
  }
  return { git: run, files, toPath: (name) => resolve(top, name) }
}

/**
 * The tree to compare with: that of HEAD, or of the merge base of REF and HEAD; an empty one before the first commit.
 */
function findBase({ git: run }: Repository, ref: string): string {
  const findCommit = (name: string): string | undefined => {
    const { out, isFine } = run([
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${name}^{commit}`,
    ])
    return isFine ? out.toString('utf8').trim() : undefined
  }
  const head = findCommit('HEAD')
  if (ref === 'HEAD')
    return head ?? run(['hash-object', '-t', 'tree', '--stdin']).out.toString('utf8').trim()
  const commit = findCommit(ref)
  if (commit === undefined)
    throw new ProjectError(
      `git has no commit \`${ref}\` here; in a shallow clone, fetch it first`,
      { code: 'git' },
    )
  const { out, isFine } = run(['merge-base', commit, head ?? 'HEAD'])
  if (!isFine)
    throw new ProjectError(
      `\`${ref}\` and HEAD have no commit in common; in a shallow clone, fetch more of the history`,
      { code: 'git' },
    )
  return out.toString('utf8').trim()
}

/**
 * Files of the working tree that differ from HEAD, or from the merge base of REF and HEAD; includes new files that git
 * does not ignore, and excludes deleted ones.
 */
export function listChangedFiles(ref: string): GitFiles {
  const repository = openRepository()
  const changed = repository.files([
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--diff-filter=d',
    '-z',
    findBase(repository, ref),
    '--',
  ])
  const untracked = repository.files(['ls-files', '--others', '--exclude-standard', '-z'])
  return new Map([...changed, ...untracked].map((name) => [repository.toPath(name), undefined]))
}

/**
 * Files whose content in the index differs from HEAD, with the ids of that content; excludes links, submodules and
 * unmerged files.
 */
export function listStagedFiles(): GitFiles {
  const { files, toPath } = openRepository()
  const fields = files([
    'diff',
    '--cached',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--no-ext-diff',
    '--diff-filter=du',
    '-z',
  ])
  const staged = new Map<string, string>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = '', , id = ''] = (fields[at] ?? '').split(' ')
    if (mode.startsWith('100') && /[^0]/.test(id)) staged.set(toPath(fields[at + 1] ?? ''), id)
  }
  return staged
}

/** The number of contents to read at a time. */
const batchSize = 64

/** The contents with these ids, in the same order. */
export function* readContents(ids: readonly string[]): Generator<Uint8Array, undefined> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize)
    const { out, isFine, complaint } = runGit(
      '.',
      ['cat-file', '--batch'],
      batch.map((id) => `${id}\n`).join(''),
    )
    if (!isFine) throw createGitError(complaint)
    let start = 0
    for (const id of batch) {
      const end = out.indexOf(10, start)
      const [, kind, size = ''] = out.toString('latin1', start, end).split(' ')
      if (kind !== 'blob')
        throw new ProjectError(`git does not have the content ${id}`, { code: 'git' })
      yield out.subarray(end + 1, end + 1 + Number(size))
      start = end + 2 + Number(size)
    }
  }
}

/**
 * The content of a file in a revision; in the index if the revision is empty. The path starts at the root of the
 * repository, as for git itself, or at the current directory if there is no such file at the root.
 */
export function readRevision(revision: string, file: string): Uint8Array {
  const path = isAbsolute(file) ? `./${relative('', file)}` : file
  for (const name of [path, `./${path}`]) {
    const { out, isFine } = runGit('.', ['cat-file', 'blob', `${revision}:${name}`])
    if (isFine) return out
  }
  if (revision !== '') assertRevision(revision)
  const place = revision === '' ? 'the index' : `\`${revision}\``
  throw new ProjectError(`git has no file \`${file}\` in ${place}`)
}

/** Throws if a revision is unknown, or the current directory is in no repository. */
function assertRevision(revision: string): void {
  const { git } = openRepository()
  const name = `${revision}^{tree}`
  if (!git(['rev-parse', '--verify', '--quiet', '--end-of-options', name]).isFine)
    throw new ProjectError(`\`${revision}\` is neither a file here nor a commit`)
}
