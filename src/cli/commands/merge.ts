import { recognize } from '../../recognition/recognize.js'
import type { MergeFinding } from '../../versions/merge.js'
import { findMergeProblem, merge as mergeFiles } from '../../versions/merge.js'
import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import { commonFlags, configurationFlags, environmentFlags } from '../flags.js'
import { openProjectFor } from '../project-flags.js'
import { escapeControls } from '../ui/text.js'
import type { FileVersion } from '../versions.js'
import { readAnyVersion, readVersion } from '../versions.js'
import { printFileText } from '../diff.js'
import { compareFile, writeFile } from './generate/files.js'

export const merge = defineCommand({
  name: 'merge',
  usage: 'BASE SITE...',
  summary: 'combine a router config file with the changes of a site',
  examples: [
    'routerfile merge base.yml north.yml',
    'routerfile merge base.yml region.yml north.yml -o routers/north.yml',
    'routerfile merge base.yml north.yml --target 1.6 --force -o router.yml',
  ],
  page: 'docs/versions.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...configurationFlags,
    output: {
      value: 'FILE',
      short: 'o',
      help: 'where to write, - for stdout (default)',
      group: 'Output',
    },
    force: { help: 'overwrite the file, after a backup', group: 'Output' },
    'no-check': { help: 'write the result even if the router would refuse it', group: 'Output' },
  },
  run: async (options, { out, err }) => {
    const {
      args: [name, ...sites],
      output = '-',
      force,
    } = options
    if (name === undefined || sites.length === 0)
      throw new UsageError('merge takes a router config file and at least one file with changes')
    if (options.args.filter((word) => word === '-').length > 1)
      throw new UsageError('`-` is given twice, but stdin can be read only once')
    const base = await readVersion(name)
    rejectUnreadable(base)
    const overlays: FileVersion[] = []
    for (const site of sites) overlays.push(await readOverlay(site))
    const configuration = await openProjectFor(options, { err }).configurationFor(
      output === '-' ? base.path : output,
    )
    const { text, notes, findings } = mergeFiles(
      toFile(base),
      overlays.map(toFile),
      configuration.options,
    )
    for (const note of notes) err(`routerfile: ${escapeControls(note)}\n`)
    if (!options.noCheck) {
      const isRefused = findings.some(({ severity }) => severity === 'error')
      const shownFindings = isRefused
        ? findings.filter(({ severity }) => severity === 'error')
        : findings.filter(({ severity }) => severity === 'warning')
      for (const finding of shownFindings) err(formatFinding(finding))
      if (isRefused) {
        err(
          'routerfile: nothing was written, because the router would not run; --no-check writes it anyway\n',
        )
        return 1
      }
    }
    if (output === '-')
      printFileText({ out, err }, text, {
        isStdoutRequested: options.output !== undefined,
        sources: [base, ...overlays],
      })
    else if (compareFile({ path: output, text }) === 'differs' && !force)
      throw new UsageError(
        `\`${output}\` exists and is not overwritten; --force writes it and keeps a backup`,
      )
    else err(`routerfile: ${writeFile({ path: output, text, isSecret: true }, force)} ${output}\n`)
    return 0
  },
})

const toFile = ({ name, text }: FileVersion): { path: string; text: string } => ({
  path: name,
  text,
})

const formatFinding = ({ severity, message, rule, source }: MergeFinding): string =>
  `${escapeControls(`${source.path}:${source.line}: ${severity}: ${message} (${rule})`)}\n`

/** Reads a file with changes. Refuses files that are recognized as another kind of file, or that cannot be merged. */
async function readOverlay(argument: string): Promise<FileVersion> {
  const version = await readAnyVersion(argument)
  const recognition = recognize(version.text, { claim: 'passed' })
  if ('looksLike' in recognition && recognition.looksLike !== undefined)
    throw new UsageError(
      `\`${version.name}\` is ${recognition.looksLike}, not a file with changes to a router config file`,
    )
  rejectUnreadable(version)
  return version
}

function rejectUnreadable({ name, text }: FileVersion): void {
  const problem = findMergeProblem(text)
  if (problem !== undefined) throw new UsageError(`\`${name}\` ${problem}`)
}
