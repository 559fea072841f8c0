import type { Rule } from '../rule.js'

export const wssWithoutKey: Rule = {
  id: 'wss-without-key',
  severity: 'error',
  summary: 'The certificates for websocket listeners have no private key.',
  why: 'An identity under transport.wss must bring its own key or server_key; that of the router is not used with it.',
  examples: {
    bad: [
      'link:\n  listeners:\n    - binding: transport\n      bind: wss:0.0.0.0:8443\n      advertise: wss:localhost:8443\ntransport:\n  wss:\n    identity: #! key\n      server_cert: wss.cert\n      ca: ca.cert',
    ],
    good: [
      'link:\n  listeners:\n    - binding: transport\n      bind: wss:0.0.0.0:8443\n      advertise: wss:localhost:8443\ntransport:\n  wss:\n    identity:\n      server_cert: wss.cert\n      server_key: wss.key\n      ca: ca.cert',
    ],
  },
  whole: true,
  check: ({ document, draft, report }) => {
    const path = ['transport', 'wss', 'identity']
    const identity = draft.transport?.wss?.identity
    if (!identity || document.find([...path, 'key']) || document.find([...path, 'server_key']))
      return
    report({
      path,
      on: 'key',
      message: 'neither `key` nor `server_key` is given; the router stops while it starts',
    })
  },
}
