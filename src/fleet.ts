import type { Diagnostic } from './diagnostic.js'
import { judge } from './lint/fleet/judge.js'
import { summarize } from './lint/fleet/summary.js'
import type { Options } from './load.js'
import { graded, look } from './load.js'
import { visible } from './suppressions/suppress.js'

/** A router file of a fleet, and how it is to be looked at; the path is how the others call it. */
export type FleetFile = Options & { path: string; text: string }

/**
 * What is wrong or doubtful about router files together, and what no file shows alone: the diagnostics of each file, in
 * the order given. `lint` says what is wrong with each file.
 */
export function fleet(files: readonly FleetFile[]): Diagnostic[][] {
  const read = files.flatMap((file) => {
    const { analysis } = look(file.text, file)
    return analysis ? [{ file, router: summarize(file.path, analysis) }] : []
  })
  const found = judge(read.map(({ router }) => router))
  const byFile = new Map(read.map(({ file }, index) => [file, graded(file.suppressions === false ? (found[index] ?? []) : visible(found[index] ?? [], file.text), file)]))
  return files.map((file) => byFile.get(file) ?? [])
}
