import { suggestOrder } from '../suggest.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

const head = (text: string): string =>
  `listeners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n${text}`

export const sendWindowOrder: Rule = {
  id: 'send-window-order',
  severity: 'warning',
  summary: 'The minimum send window is larger than the maximum.',
  why: 'The window cannot stay within both limits: shrinking it sets it above the maximum.',
  examples: {
    bad: [
      head('      txPortalMinSize: 65536 #! larger than\n      txPortalMaxSize: 16384'),
      head('      txPortalMinSize: 8388608 #! larger than'),
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
      head('      txPortalMinSize: 16384\n      txPortalMaxSize: 16384'),
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
  check: ({ document, draft, report }) => {
    const compare = (
      path: readonly (string | number)[],
      names: readonly [string, string],
      [least, most]: readonly [number | undefined, number | undefined],
    ): void => {
      if (least === undefined || most === undefined || least <= most) return
      const [name, other] = names
      const written = [...path, document.find([...path, name]) ? name : other]
      report({
        path: written,
        message: `\`${name}\` (${least}) is larger than \`${other}\` (${most}). The send window cannot stay within both limits.`,
      })
    }
    for (const section of ['listeners', 'dialers'] as const) {
      draft[section]?.forEach(({ options }, index) =>
        compare(
          [section, index, 'options'],
          ['txPortalMinSize', 'txPortalMaxSize'],
          [options?.txPortalMinSize, options?.txPortalMaxSize],
        ),
      )
    }
    const westworld3 = draft.transport?.westworld3
    compare(
      ['transport', 'westworld3'],
      ['tx_portal_min_sz', 'tx_portal_max_sz'],
      [westworld3?.tx_portal_min_sz, westworld3?.tx_portal_max_sz],
    )
  },
}
