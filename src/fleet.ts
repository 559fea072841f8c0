import type { Diagnostic } from './diagnostic.js'
import { judge, judgeRecords, located, summarize } from './lint/fleet/judge.js'
import type { Registry } from './lint/fleet/rule.js'
import type { Options } from './load.js'
import { graded, look } from './load.js'
import { visible } from './suppressions/suppress.js'

/** A router file of a fleet, and how it is to be looked at; the path is how the others call it. */
export type FleetFile = Options & { path: string; text: string }

/**
 * What is wrong or doubtful about router files together, and what no file shows alone: the diagnostics of each file, in
 * the order given. `lint` says what is wrong with each file. With what the management API says of the routers, also
 * what files and records have against each other; of single files, too.
 */
export function fleet(files: readonly FleetFile[], registry?: Registry): Diagnostic[][] {
  const read = files.flatMap((file) => {
    const { analysis } = look(file.text, file)
    return analysis
      ? [{ file, document: analysis.document, router: summarize(file.path, analysis) }]
      : []
  })
  const routers = read.map(({ router }) => router)
  const found = judge(routers)
  const held = registry ? judgeRecords(routers, registry) : []
  const byFile = new Map(
    read.map(({ file, document }, index) => [
      file,
      shown(
        located([...(found[index] ?? []), ...(held[index]?.findings ?? [])], () => document),
        file,
      ),
    ]),
  )
  return files.map((file) => byFile.get(file) ?? [])
}

const shown = (found: readonly Diagnostic[], file: FleetFile): Diagnostic[] =>
  graded(file.suppressions === false ? found : visible(found, file.text), file)
