import { inspect } from '../../../lint/lint.js'
import type { LiveLink } from '../../../management/client/index.js'
import { liveLinks } from '../../../management/client/index.js'
import type { MeshComparison } from '../../../mesh/compare.js'
import { compareLinks } from '../../../mesh/compare.js'
import { hideSecretsInMesh } from '../../../mesh/hide-secrets.js'
import type { MeshPrediction } from '../../../mesh/predict.js'
import { predictLargeMesh } from '../../../mesh/predict.js'
import { createIdleRouter, createMeshRouter } from '../../../mesh/router.js'
import type { Streams } from '../../command.js'
import { readRelease } from '../../release.js'
import type { NetworkOptions } from '../../project-flags.js'
import type { LiveNetwork } from '../../live/network.js'
import {
  readLiveRouters,
  reportMissingAnswers,
  toLiveNetwork,
  withNetwork,
} from '../../live/network.js'

export async function compareLiveMesh(
  options: NetworkOptions & { target: string | undefined },
  streams: Streams,
): Promise<{ mesh: MeshPrediction; comparison: MeshComparison }> {
  const { routers, links } = await withNetwork(options, async (client) => ({
    routers: await readLiveRouters(client, options.filter),
    links: await liveLinks(client),
  }))
  reportMissingAnswers(routers, streams)
  const network = await toLiveNetwork(routers, streams, {
    flag: '--target',
    findRelease: () => readRelease(options, streams),
  })
  return compareWithLinks(network, links)
}

/** The links predicted from the configs that routers have reported, compared with the links that are up. */
export function compareWithLinks(
  network: LiveNetwork,
  links: readonly LiveLink[],
): { mesh: MeshPrediction; comparison: MeshComparison } {
  const mesh = predictLive(network)
  const activeLinks = links
    .filter(({ isDown }) => !isDown)
    .map(({ from, to, protocol }) => ({ between: [from.name, to.name] as const, protocol }))
  return {
    mesh,
    comparison: compareLinks(
      { routers: mesh.routers, links: mesh.outlines },
      activeLinks,
      listUnanswered(network),
    ),
  }
}

function predictLive({ routers, runningFiles }: LiveNetwork): MeshPrediction {
  const files = new Map(runningFiles.map((file) => [file.router, file]))
  const mesh = predictLargeMesh(
    routers.map((router) => {
      const { name, isConnected, isDisabled } = router
      const file = files.get(router)
      if (file)
        return createMeshRouter(inspect(file.text, { target: file.release }), {
          name,
          file: file.path,
          isRunning: true,
        })
      return createIdleRouter(
        name,
        isDisabled
          ? 'is disabled'
          : isConnected
            ? 'did not report its configuration'
            : 'is not connected to the controller',
      )
    }),
  )
  return hideSecretsInMesh(mesh, runningFiles)
}

const listUnanswered = ({ routers }: LiveNetwork): ReadonlySet<string> =>
  new Set(
    routers.flatMap(({ name, isConnected, config }) => (isConnected && !config ? [name] : [])),
  )
