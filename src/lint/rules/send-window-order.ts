import { suggestOrder } from '../suggest.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

const createExample = (text: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n${text}`

export const sendWindowOrder: Rule = {
  id: 'send-window-order',
  severity: 'warning',
  summary: 'The minimum send window is larger than the maximum.',
  why: 'The window cannot stay within both limits: shrinking it sets it above the maximum.',
  examples: {
    bad: [
      createExample('      txPortalMinSize: 65536 #! larger than\n      txPortalMaxSize: 16384'),
      createExample('      txPortalMinSize: 8388608 #! larger than'),
      {
        text: under('transport.westworld3')`
          profile_version: 1
          tx_portal_min_sz: 65536 #! larger than
          tx_portal_max_sz: 16384
        `,
        target: '1.3',
      },
    ],
    good: [
      createExample('      txPortalMinSize: 16384\n      txPortalMaxSize: 16384'),
      {
        text: under('transport.westworld3')`
          profile_version: 1
          tx_portal_min_sz: 16384
          tx_portal_max_sz: 1073741824
        `,
        target: '1.3',
      },
    ],
  },
  suggest: (path, context) =>
    suggestOrder(
      path.slice(0, -1),
      path[0] === 'transport'
        ? ['tx_portal_min_sz', 'tx_portal_max_sz']
        : ['txPortalMinSize', 'txPortalMaxSize'],
      context,
    ),
  check: ({ document, knownConfig, report }) => {
    const compare = (
      path: readonly (string | number)[],
      names: readonly [string, string],
      [minSize, maxSize]: readonly [number | undefined, number | undefined],
    ): void => {
      if (minSize === undefined || maxSize === undefined || minSize <= maxSize) return
      const [name, otherName] = names
      const presentPath = [...path, document.find([...path, name]) ? name : otherName]
      report({
        path: presentPath,
        message: `\`${name}\` (${minSize}) is larger than \`${otherName}\` (${maxSize}). The send window cannot stay within both limits.`,
      })
    }
    for (const section of ['listeners', 'dialers'] as const) {
      knownConfig[section]?.forEach(({ options }, index) =>
        compare(
          [section, index, 'options'],
          ['txPortalMinSize', 'txPortalMaxSize'],
          [options?.txPortalMinSize, options?.txPortalMaxSize],
        ),
      )
    }
    const westworld3 = knownConfig.transport?.westworld3
    compare(
      ['transport', 'westworld3'],
      ['tx_portal_min_sz', 'tx_portal_max_sz'],
      [westworld3?.tx_portal_min_sz, westworld3?.tx_portal_max_sz],
    )
  },
}
