import { dirname, resolve } from 'node:path'
import { inspect } from '../../lint/lint.js'
import type { MeshComparison } from '../../mesh/compare.js'
import { formatDot } from '../../mesh/dot.js'
import type { MeshGraph } from '../../mesh/graph.js'
import { createMeshGraph } from '../../mesh/graph.js'
import { formatMermaid } from '../../mesh/mermaid.js'
import { hideSecretsInMesh } from '../../mesh/hide-secrets.js'
import type { MeshPrediction } from '../../mesh/predict.js'
import { predictLargeMesh } from '../../mesh/predict.js'
import type { MeshRouter } from '../../mesh/router.js'
import { nameRouters } from '../../mesh/name-routers.js'
import { createMeshRouter } from '../../mesh/router.js'
import type { RefusedFile, RouterInput } from '../../project/inputs.js'
import { openSource } from '../../project/inputs.js'
import { createHostCache } from '../../project/lint-files.js'
import type { LintTarget } from '../../project/select-files.js'
import { findUnfulfilled } from '../../project/select-files.js'
import { findNearest } from '../../schema/suggest.js'
import type { Command, Streams } from '../command.js'
import { UsageError } from '../errors.js'
import type { FlagValues } from '../flags.js'
import { commonFlags, inGroup, parseChoice } from '../flags.js'
import {
  configurationFlags,
  environmentFlags,
  openProjectFor,
  settingFlags,
} from '../project-flags.js'
import {
  createRefusalError,
  readSelection,
  reportUnfulfilled,
  selectionFlags,
} from '../selection-flags.js'
import { escapeControlsInLines } from '../ui/text.js'
import { liveFlags, readsLive } from '../live/flags.js'
import { formatJson } from './mesh/json.js'
import { compareLiveMesh } from './mesh/live.js'
import { formatSvg } from './mesh/svg.js'
import type { TextStyle } from './mesh/text.js'
import { formatText } from './mesh/text.js'

/** Writes a network, as a whole or in parts, with the comparison of its links with those that are up, if there is one. */
type MeshFormat = (
  mesh: MeshPrediction,
  live: MeshComparison | undefined,
  style: TextStyle,
) => string | Promise<string> | Iterable<string>

const drawGraph = (
  { routers, outlines }: MeshPrediction,
  live: MeshComparison | undefined,
): MeshGraph => createMeshGraph({ routers, links: outlines }, live)

const formats = {
  text: formatText,
  json: formatJson,
  dot: (mesh, live) => formatDot(drawGraph(mesh, live)),
  mermaid: (mesh, live) => formatMermaid(drawGraph(mesh, live)),
  svg: (mesh, live) => formatSvg(drawGraph(mesh, live)),
} satisfies Record<string, MeshFormat>

/** Flags that are about files on disk. */
const fileFlags = Object.keys({ ...environmentFlags, ...selectionFlags, disabled: '' })

const formatNames = ['text', 'json', 'dot', 'mermaid', 'svg'] as const

export const mesh: Command = {
  name: 'mesh',
  usage: '[FILE|FOLDER|GLOB|-]...',
  summary: 'show which routers link with each other, and why others do not',
  examples: [
    'routerfile mesh routers/',
    'routerfile mesh routers/ --disabled north --format json',
    'routerfile mesh routers/ --format svg > network.svg',
    'routerfile mesh --live',
  ],
  page: 'docs/mesh.md',
  flags: {
    ...commonFlags,
    ...environmentFlags,
    ...selectionFlags,
    ...liveFlags,
    ...inGroup('Router', {
      disabled: { value: 'NAME', help: 'router that the controller rejects (repeatable)' },
    }),
    check: settingFlags['check'] ?? { help: '' },
    ...configurationFlags,
    ...inGroup('Output', {
      format: {
        value: 'NAME',
        short: 'f',
        help: 'text (default), json, dot, mermaid or svg',
        words: () => formatNames,
      },
      verbose: { short: 'v', help: 'write every name of long lists (text)' },
    }),
  },
  run: async (flags, streams) => {
    const format = parseChoice(flags.last('format'), formatNames, 'format') ?? 'text'
    const write = async (predicted: MeshPrediction, live?: MeshComparison): Promise<void> => {
      const style = { width: streams.width, isVerbose: flags.has('verbose') }
      if (predicted.routers.length === 0 && format !== 'json') return
      const written = await formats[format](predicted, live, style)
      for (const part of typeof written === 'string' ? [written] : written)
        streams.out(escapeControlsInLines(part))
    }
    if (readsLive(flags, fileFlags)) {
      const { mesh: predicted, comparison } = await compareLiveMesh(flags, streams)
      await write(predicted, comparison)
      return comparison.missing.length + comparison.unexpected.length > 0 ? 1 : 0
    }
    const { routers, refused, sources } = await readRouters(flags, streams)
    await write(hideSecretsInMesh(predictLargeMesh(routers), sources))
    if (refused.length > 0) throw createRefusalError(refused)
    return 0
  },
}

/** A selected router file. */
type NamedFile = { name: string; input: RouterInput; source: LintTarget }

/** The routers of the selected files, and why other files are none. */
async function readRouters(
  flags: FlagValues,
  streams: Streams,
): Promise<{
  routers: MeshRouter[]
  refused: string[]
  sources: Parameters<typeof hideSecretsInMesh>[1]
}> {
  const project = openProjectFor(flags)
  const selected = await project.selectFiles(readSelection(flags))
  const opened = selected.sources.map((source): RouterInput | RefusedFile | undefined =>
    openSource(source),
  )
  const files = nameFiles(
    selected.sources.flatMap((source, index) => {
      const input = opened[index]
      return input && 'text' in input ? [{ input, source }] : []
    }),
  )
  const refused = reportUnfulfilled(findUnfulfilled(selected, opened), {
    flags,
    streams,
    selected,
    hasRouter: files.length > 0,
    isRequired: await project.requiresFiles(),
  })
  const disabled = readDisabled(
    flags,
    files.map(({ name }) => name),
  )
  const getHost = createHostCache()
  const routers = files.map(({ name, input: { path, text }, source: { options } }) => {
    const host = getHost(dirname(path), options.checks)
    return createMeshRouter(inspect(text, options, { host }), {
      name,
      file: path,
      isDisabled: disabled.has(name),
      host,
    })
  })
  const sources = files.map(({ input: { text }, source: { options } }) => ({
    text,
    environment: options.env,
  }))
  return { routers, refused, sources }
}

function nameFiles(files: readonly Omit<NamedFile, 'name'>[]): NamedFile[] {
  const names = nameRouters(
    files.map(({ input: { path } }) => ({ path: resolve(path), displayPath: path })),
  )
  return files.map((file, index) => ({ ...file, name: names[index] ?? '' }))
}

function readDisabled(flags: FlagValues, names: readonly string[]): ReadonlySet<string> {
  const disabled = flags.values('disabled')
  const unknown = disabled.find((name) => !names.includes(name))
  if (unknown === undefined) return new Set(disabled)
  const near = findNearest(unknown, names)
  throw new UsageError(
    `--disabled ${unknown}: no router has this name${near === undefined ? '' : `; did you mean ${near}?`}`,
  )
}
