import { formatScalar } from '../../edit/edit.js'
import { readString } from '../suggest.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'
import type { PartialConfig } from '../../schema/reader.js'
import type { Document } from '../../document/document.js'

export const wssWithoutKey: Rule = {
  id: 'wss-without-key',
  severity: 'error',
  summary: 'The certificates for WebSocket listeners have no private key.',
  why: 'An identity under transport.wss must have its own key or server_key. The router does not use its own key here.',
  examples: {
    bad: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: wss:0.0.0.0:8443
              advertise: wss:localhost:8443
        transport:
          wss:
            identity: #! key
              server_cert: wss.cert
              ca: ca.cert
      `,
    ],
    good: [
      yaml`
        link:
          listeners:
            - binding: transport
              bind: wss:0.0.0.0:8443
              advertise: wss:localhost:8443
        transport:
          wss:
            identity:
              server_cert: wss.cert
              server_key: wss.key
              ca: ca.cert
      `,
    ],
  },
  suggest: (path, { document }) => [
    {
      path: [...path, 'server_key'],
      value: formatScalar(
        readString(document, [...path, 'server_cert'])?.replace(
          /(?:(?:\.chain)?\.[a-z]+)?$/,
          '.key',
        ) ?? 'server.key',
      ),
    },
  ],
  needsValidSyntax: true,
  needs: { keys: ['transport'] },
  check: ({ document, knownConfig, report }) => {
    const path = ['transport', 'wss', 'identity']
    const identity = knownConfig.transport?.wss?.identity
    if (!identity || keys.some((name) => mayBeSet(document, identity, name))) return
    report({
      path,
      on: 'key',
      message: 'Both `key` and `server_key` are missing or empty',
      consequence: 'refuses',
      remedy: 'Set one of them',
    })
  },
}

const keys = ['key', 'server_key'] as const

type WssIdentity = NonNullable<
  NonNullable<NonNullable<PartialConfig['transport']>['wss']>['identity']
>

/**
 * Whether a key of the identity may be set. A value that depends on unknown variables counts as set, although it is not
 * loaded.
 */
const mayBeSet = (
  document: Document,
  identity: WssIdentity,
  name: (typeof keys)[number],
): boolean =>
  identity[name] !== '' && document.find(['transport', 'wss', 'identity', name]) !== undefined
