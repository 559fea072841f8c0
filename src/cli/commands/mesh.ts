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
import { nameRouters, createMeshRouter } from '../../mesh/router.js'
import { createHostCache } from '../../project/lint-files.js'
import { findNearest } from '../../schema/suggest.js'
import type { Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { UsageError } from '../errors.js'
import type { CommandOptions, Flags } from '../flags.js'
import {
  commonFlags,
  configurationFlags,
  createFormatFlag,
  environmentFlags,
  assignGroup,
} from '../flags.js'
import { openSelectedFiles } from '../open-selected.js'
import {
  openProjectFor,
  settingFlags,
  createSelectionError,
  selectionFlags,
  liveFlags,
  readsLive,
} from '../project-flags.js'
import { escapeControlsInLines, toChunks } from '../ui/text.js'
import { formatMeshJson } from './mesh/json.js'
import { compareLiveMesh } from './mesh/live.js'
import { formatSvg } from './mesh/svg.js'
import type { TextStyle } from './mesh/text.js'
import { formatMeshText } from './mesh/text.js'

/** Formats a predicted mesh and, if given, its comparison with the links that are up. */
type MeshFormat = (
  mesh: MeshPrediction,
  comparison: MeshComparison | undefined,
  style: TextStyle,
) => string | Promise<string> | Iterable<string>

const drawGraph = (
  { routers, outlines }: MeshPrediction,
  comparison: MeshComparison | undefined,
): MeshGraph => createMeshGraph({ routers, links: outlines }, comparison)

const formats = {
  text: formatMeshText,
  json: formatMeshJson,
  dot: (mesh, comparison) => formatDot(drawGraph(mesh, comparison)),
  mermaid: (mesh, comparison) => formatMermaid(drawGraph(mesh, comparison)),
  svg: (mesh, comparison) => formatSvg(drawGraph(mesh, comparison)),
} satisfies Record<string, MeshFormat>

/** Flags that cannot be combined with `--live`. */
const fileFlags = Object.keys({ ...environmentFlags, ...selectionFlags, disabled: '' })

const flags = {
  ...commonFlags,
  ...environmentFlags,
  ...selectionFlags,
  ...liveFlags,
  ...assignGroup('Router', {
    disabled: {
      value: 'NAME',
      repeatable: true,
      help: 'router that the controller rejects (repeatable)',
    },
  }),
  check: settingFlags.check,
  ...configurationFlags,
  ...createFormatFlag(['text', 'json', 'dot', 'mermaid', 'svg']),
  verbose: { short: 'v', help: 'write every name of long lists (text)', group: 'Output' },
} as const satisfies Flags

type MeshOptions = CommandOptions<typeof flags>

export const mesh = defineCommand({
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
  flags,
  run: async (options, streams) => {
    if (readsLive(options, fileFlags)) {
      const { mesh: predictedMesh, comparison } = await compareLiveMesh(options, streams)
      await writeMesh(predictedMesh, comparison, { options, streams })
      return comparison.missing.length + comparison.unexpected.length > 0 ? 1 : 0
    }
    const { routers, refusals: refused, sources } = await readRouters(options, streams)
    const predictedMesh = hideSecretsInMesh(predictLargeMesh(routers), sources)
    await writeMesh(predictedMesh, undefined, { options, streams })
    if (refused.length > 0) throw createSelectionError(refused)
    return 0
  },
})

async function writeMesh(
  mesh: MeshPrediction,
  comparison: MeshComparison | undefined,
  { options, streams }: { options: MeshOptions; streams: Streams },
): Promise<void> {
  const { format = 'text', verbose } = options
  if (mesh.routers.length === 0 && format !== 'json') return
  const output = await formats[format](mesh, comparison, {
    width: streams.width,
    isVerbose: verbose,
  })
  for (const chunk of toChunks(output)) streams.out(escapeControlsInLines(chunk))
}

/** Reads the routers in the selected files. Also returns why other files could not be read. */
async function readRouters(
  options: MeshOptions,
  streams: Streams,
): Promise<{
  routers: MeshRouter[]
  refusals: string[]
  sources: Parameters<typeof hideSecretsInMesh>[1]
}> {
  const { files, refused } = await openSelectedFiles(openProjectFor(options, streams), options, {
    streams,
  })
  const names = nameRouters(files.map(({ path }) => ({ path: resolve(path), displayPath: path })))
  const disabledNames = checkDisabled(options.disabled, names)
  const getHost = createHostCache()
  const routers = files.map((file, index) => {
    const name = names[index] ?? ''
    const host = getHost(dirname(file.path), file.options.checks)
    return createMeshRouter(inspect(file.text, file.options, { host }), {
      name,
      file: file.path,
      isDisabled: disabledNames.has(name),
      host,
    })
  })
  const sources = files.map((file) => ({ text: file.text, environment: file.options.env }))
  return { routers, refusals: refused, sources }
}

function checkDisabled(
  disabledNames: readonly string[],
  names: readonly string[],
): ReadonlySet<string> {
  const unknownName = disabledNames.find((name) => !names.includes(name))
  if (unknownName === undefined) return new Set(disabledNames)
  const suggestion = findNearest(unknownName, names)
  throw new UsageError(
    `--disabled ${unknownName}: no router has this name${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
  )
}
