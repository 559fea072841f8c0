import { isInRanges } from '../../../schema/release.js'
import { yaml } from '../../example.js'
import type { CompareRule, Router } from '../rule.js'

export const fleetReleaseOnlyKey: CompareRule = {
  id: 'fleet-release-only-key',
  severity: 'info',
  summary: 'A key that some of the targeted releases read and others do not.',
  why: 'In a fleet of several releases such a setting holds for a part of the routers only.',
  examples: {
    bad: [
      [
        {
          text: yaml`
            link:
              payloadSenderQueueSize: 256 #! 1.6
          `,
          target: '2.0',
        },
        {
          text: yaml`
            metrics:
              messageQueueSize: 10
          `,
          target: '1.6',
        },
      ],
    ],
    good: [
      [
        {
          text: yaml`
            link:
              payloadSenderQueueSize: 256
          `,
          target: '2.0',
        },
        {
          text: yaml`
            metrics:
              messageQueueSize: 10
          `,
          target: '2.0',
        },
      ],
      [
        {
          text: yaml`
            forwarder:
              idleTxInterval: 1000
          `,
          target: '2.0',
        },
        {
          text: yaml`
            metrics:
              messageQueueSize: 10
          `,
          target: '1.6',
        },
      ],
    ],
  },
  compare: (routers, report) => {
    const releases = new Map<string, Router>()
    for (const router of routers)
      if (!releases.has(router.release)) releases.set(router.release, router)
    if (releases.size < 2) return
    const said = new Set<string>()
    for (const router of routers) {
      for (const { name, releases: ranges, path } of router.keys) {
        const [release, other] =
          [...releases].find(([candidate]) => !isInRanges(candidate, ranges)) ?? []
        if (release === undefined || other === undefined || said.has(name)) continue
        said.add(name)
        report({
          router,
          path,
          on: 'key',
          message: `\`${name}\` is read by release ${router.release}, and not by ${release}, which \`${other.path}\` is for`,
        })
      }
    }
  },
}
