import { chooseEngine, formatDot } from '../../../mesh/dot.js'
import type { MeshGraph } from '../../../mesh/graph.js'
import { isAbsentPackage } from '../../../management/service/store/packages.js'
import { UsageError } from '../../errors.js'
import { getErrorMessage } from '../../../document/errors.js'

const packageName = '@viz-js/viz'

/** Draws the graph as SVG with Graphviz, which is in a package that only users of this format install. */
export async function formatSvg(graph: MeshGraph): Promise<string> {
  const { instance } = await import('@viz-js/viz').catch((error: unknown) => {
    throw new UsageError(describeFailure(error))
  })
  const viz = await instance()
  return viz.renderString(formatDot(graph), { format: 'svg', engine: chooseEngine(graph) })
}

const describeFailure = (error: unknown): string =>
  isAbsentPackage(packageName, error)
    ? `--format svg needs the package \`${packageName}\`; install it with \`npm install ${packageName}\`, or write --format dot and draw it with Graphviz`
    : `the package \`${packageName}\`, which --format svg needs, cannot be loaded on this system: ${getErrorMessage(error)}`
