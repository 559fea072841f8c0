import { defineCommand } from '../command.js'
import { commonFlags, configurationFlags, createFormatFlag, environmentFlags } from '../flags.js'
import { networkFlags, readSelection, selectionFlags, openProjectFor } from '../project-flags.js'
import { readLiveRouters, toLiveNetwork, withNetwork } from '../live/network.js'
import { formatPath } from '../../document/diagnostic.js'
import type { RunningDifference } from '../../generate/compare-running.js'
import type { Json } from '../../document/record.js'
import { escapeControls, toSafeJson } from '../ui/text.js'
import { compareNetwork } from './drift/compare.js'
import type { DriftResult, DriftState } from './drift/compare.js'

export const drift = defineCommand({
  name: 'drift',
  usage: '[FILE|FOLDER|GLOB]...',
  summary: 'compare config files with what routers run',
  examples: [
    'routerfile drift routers',
    'routerfile drift routers -E router.env --format json',
    `routerfile drift routers --filter 'name contains "eu"'`,
  ],
  page: 'docs/live.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...networkFlags,
    'no-ignore': selectionFlags['no-ignore'],
    'allow-empty': selectionFlags['allow-empty'],
    ...configurationFlags,
    ...createFormatFlag(['text', 'json']),
  },
  run: async (options, streams) => {
    const project = openProjectFor(options, streams)
    const selectedFiles = await project.selectFiles(readSelection(options))
    const routers = await withNetwork(options, (client) => readLiveRouters(client, options.filter))
    const network = await toLiveNetwork(routers, streams, {
      flag: '--target',
      findRelease: async (path) => (await project.configurationFor(path)).options.target,
    })
    const results = compareNetwork(selectedFiles, network, { isPart: options.filter !== undefined })
    streams.out(options.format === 'json' ? formatDriftJson(results) : formatDriftText(results))
    return results.some(isDrift) ? 1 : 0
  },
})

/** The states, worst first. `isDrift` means that file and router have drifted apart. */
const states: readonly { state: DriftState; one: string; several: string; isDrift?: true }[] = [
  { state: 'effect', one: 'differs in effect', several: 'differ in effect', isDrift: true },
  { state: 'broken', one: 'file is broken', several: 'files are broken', isDrift: true },
  { state: 'no-file', one: 'runs without a file', several: 'run without a file', isDrift: true },
  { state: 'not-running', one: 'not running', several: 'not running', isDrift: true },
  { state: 'unanswered', one: 'no answer', several: 'no answer' },
  { state: 'text', one: 'differs in text only', several: 'differ in text only' },
  { state: 'same', one: 'same', several: 'same' },
]

/** Whether a result counts as drift. Differences in the text alone do not count, nor do routers that did not answer. */
const isDrift = ({ state }: DriftResult): boolean =>
  states.some((entry) => entry.isDrift && entry.state === state)

const groupByState = (
  all: readonly DriftResult[],
): ((typeof states)[number] & { results: readonly DriftResult[] })[] =>
  states.map((entry) => ({ ...entry, results: all.filter(({ state }) => state === entry.state) }))

/** Formats the results, worst first, as one JSON document with the number of results in each state. */
function formatDriftJson(all: readonly DriftResult[]): string {
  const groups = groupByState(all)
  const results = groups.flatMap((group) => group.results)
  const summary = Object.fromEntries(groups.map((group) => [group.state, group.results.length]))
  return `${toSafeJson({ version: 1, results, summary }, 2)}\n`
}

/**
 * Formats a line for each file and its router, followed by the values that differ or the reason why the router did not
 * answer. The counts come last.
 */
function formatDriftText(all: readonly DriftResult[]): string {
  const width = Math.max(...states.map(({ one }) => one.length))
  const groups = groupByState(all).filter(({ results }) => results.length > 0)
  const lines = groups.flatMap(({ one, results }) =>
    results.flatMap((result) => [
      `${one.padEnd(width)}  ${escapeControls(formatPlace(result))}`,
      ...[
        ...(result.reason ? [result.reason] : []),
        ...(result.differences ?? []).map(formatDifference),
      ].map((detail) => `    ${escapeControls(detail)}`),
    ]),
  )
  const counts = groups.map(
    ({ one, several, results: { length } }) => `${length} ${length === 1 ? one : several}`,
  )
  return `${[...lines, counts.join(', ') || 'no routers and no files'].join('\n')}\n`
}

function formatPlace({ file, router, release }: DriftResult): string {
  if (router === undefined) return `${file ?? ''} (the network has no router of this name)`
  const runningLabel = `live:${router}${release === undefined ? '' : ` (${release})`}`
  return file === undefined ? runningLabel : `${file}  ${runningLabel}`
}

const formatDifference = ({ path, file, running }: RunningDifference): string =>
  `${formatPath(path)}: ${formatValue(file)} in the file, ${formatValue(running)} in the router`

/** Maximum length of a printed value; longer ones are cut. */
const maxLength = 80

function formatValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}
