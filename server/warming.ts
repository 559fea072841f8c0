import { completions } from './completion.js'
import { pause } from './pause.js'
import type { Session } from './session.js'

/** A file with something of all that completions look at. */
export const example = `v: 3
identity:
  cert: pki/router.cert
  server_cert: pki/router.server.chain.cert
  key: pki/router.key
ctrl:
  endpoint: tls:ctrl.example.com:6262
link:
  dialers:
    - binding: transport
      options:
        outQueueSize: 4
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:router.example.com:10080
csr:
  sans:
    dns:
      - router.example.com
    ip: [127.0.0.1]
listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options:
      advertise: router.example.com:3022
      connectTimeout: 5s
  - binding: tunnel
    options:
      mode: host
edge: {}
forwarder:
  idleTxInterval: 60000
`

/** Offsets of the last words of its lines, and of their ends. */
export const steps = (): number[] => [...example.matchAll(/\S*$/gm)].map(({ index }) => index)

/** Milliseconds between two steps, and how often each is made. */
const interval = 5
const times = 5

/**
 * Completes at every line of a small file while nothing else is to be done, as V8 compiles code when it first runs, and
 * better when it ran often: the first answer would take ten times as long as later ones.
 */
export async function warm({ client, seeing }: Session): Promise<void> {
  const seen = seeing.look({ uri: 'untitled:router.yaml', languageId: 'yaml', text: () => example })
  if (!seen) return
  for (const offset of Array.from({ length: times }, steps).flat()) {
    await pause(interval)
    completions(seen, offset, { client, surroundings: {} })
  }
}
