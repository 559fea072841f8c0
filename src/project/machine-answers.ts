import { memoizePerObject } from '../document/lazy.js'
import type { FoundFile, LintHost } from '../lint/host.js'

/** The facts about the machine that were read to lint a file. While these facts stay the same, so do the findings. */
export type MachineAnswers = {
  found: readonly (readonly [path: string, digest: string, from?: 'file'])[]
  /** How many days were left until a time, up to a limit. */
  days: readonly (readonly [time: number, limit: number, days: number])[]
}

/**
 * Creates a host that records what the machine answers. `listAnswers` returns undefined if the exact time was read,
 * because the time is different in each run.
 */
export function watchMachine(host: LintHost): {
  watchedHost: LintHost
  listAnswers: () => MachineAnswers | undefined
} {
  const found = new Map<string, { path: string; file: FoundFile; from: 'file' | undefined }>()
  const days: [time: number, limit: number, days: number][] = []
  let isRepeatable = true
  return {
    watchedHost: {
      ...host,
      get now() {
        isRepeatable = false
        return host.now
      },
      inspectPath: (path, from) => {
        const file = host.inspectPath(path, from)
        found.set(`${from ?? ''}:${path}`, { path, file, from })
        return file
      },
      daysUntil: (time, limit) => {
        const daysLeft = host.daysUntil(time, limit)
        days.push([time, limit, daysLeft])
        return daysLeft
      },
    },
    listAnswers: () =>
      isRepeatable
        ? {
            found: [...found.values()].map(({ path, file, from }) =>
              from ? [path, toDigest(file), from] : [path, toDigest(file)],
            ),
            days,
          }
        : undefined,
  }
}

/** Whether a machine still gives these answers. */
export const isSameMachine = (host: LintHost, { found, days }: MachineAnswers): boolean =>
  found.every(([path, digest, from]) => toDigest(host.inspectPath(path, from)) === digest) &&
  days.every(([time, limit, daysLeft]) => host.daysUntil(time, limit) === daysLeft)

/** Loads `node:crypto` on first use: every run loads this module, and starts faster without `node:crypto`. */
const hashText = (text: string): string =>
  process.getBuiltinModule('node:crypto').hash('sha256', text, 'base64url')

/** Hashes a file once for all router files of a directory, which share a host. */
const toFileDigest = memoizePerObject(
  ({ text }: Extract<FoundFile, { kind: 'file' }>) => `file ${hashText(text)}`,
)

function toDigest(file: FoundFile): string {
  if (file.kind === 'file') return toFileDigest(file)
  return file.kind === 'unreadable' ? `unreadable ${file.why}` : file.kind
}
