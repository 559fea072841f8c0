import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

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
  whole: true,
  needs: { keys: ['transport'] },
  check: ({ document, draft, report }) => {
    const path = ['transport', 'wss', 'identity']
    const identity = draft.transport?.wss?.identity
    if (!identity || document.find([...path, 'key']) || document.find([...path, 'server_key']))
      return
    report({
      path,
      on: 'key',
      message: 'Both `key` and `server_key` are missing',
      consequence: 'refuses',
      remedy: 'Set one of them',
    })
  },
}
