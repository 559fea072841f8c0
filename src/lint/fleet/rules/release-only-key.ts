import { isInRanges } from '../../../schema/release.js'
import { under } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'

export const fleetReleaseOnlyKey: CompareRule = {
  id: 'fleet-release-only-key',
  severity: 'info',
  summary: 'A key is only read by some of the releases of these files.',
  why: 'In a fleet of several releases the setting only has an effect on some of the routers.',
  examples: {
    bad: [
      [
        {
          text: under('link')`payloadSenderQueueSize: 256 #! 1.6`,
          target: '2.0',
        },
        {
          text: under('metrics')`messageQueueSize: 10`,
          target: '1.6',
        },
      ],
    ],
    good: [
      [
        {
          text: under('link')`payloadSenderQueueSize: 256`,
          target: '2.0',
        },
        {
          text: under('metrics')`messageQueueSize: 10`,
          target: '2.0',
        },
      ],
      [
        {
          text: under('forwarder')`idleTxInterval: 1000`,
          target: '2.0',
        },
        {
          text: under('metrics')`messageQueueSize: 10`,
          target: '1.6',
        },
      ],
    ],
  },
  compare: (routers, report) => {
    const routersByRelease = new Map<string, Router>()
    for (const router of routers)
      if (!routersByRelease.has(router.release)) routersByRelease.set(router.release, router)
    if (routersByRelease.size < 2) return
    const reportedNames = new Set<string>()
    for (const router of routers) {
      for (const { name, readIn: ranges, path } of router.keys) {
        const [release, other] =
          [...routersByRelease].find(([candidate]) => !isInRanges(candidate, ranges)) ?? []
        if (release === undefined || other === undefined || reportedNames.has(name)) continue
        reportedNames.add(name)
        report({
          router,
          path,
          on: 'key',
          message: `Release ${router.release} reads \`${name}\`, but release ${release} of \`${other.path}\` ignores it`,
        })
      }
    }
  },
}
