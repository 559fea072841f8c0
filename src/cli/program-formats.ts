import type { FileReport } from '../project/reports.js'
import { version } from '../project/version.js'
import { outputFormats } from '../generated/formats.js'
import type { Streams } from './command.js'
import type { RunInfo } from './formats/format.js'
import { detectStyle, getRoot, printReports } from './output.js'

/** Machine-readable output formats of `lint` that other commands also offer. */
export const programFormats = ['github', 'junit', 'sarif'] as const

type ProgramFormat = (typeof programFormats)[number]

export const isProgramFormat = (name: string): name is ProgramFormat =>
  programFormats.some((format) => format === name)

/** Facts about the run of a command that reports something other than findings of rules. */
type CommandRun = Required<Pick<RunInfo, 'command' | 'release' | 'refused' | 'summaries'>>

export async function printForPrograms(
  name: ProgramFormat,
  reports: readonly FileReport[],
  { streams, ...run }: CommandRun & { streams: Streams },
): Promise<void> {
  const entry = outputFormats.find((format) => format.name === name) ?? outputFormats[0]
  const format = await entry.load()
  await printReports([{ format, path: undefined }], reports, {
    run: { ...run, version, root: getRoot(), startTime: new Date() },
    style: await detectStyle({ color: 'never', verbose: false, maxProblems: undefined }, streams),
    out: (text) => streams.out(text),
  })
}
