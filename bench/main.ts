/** A measurement; `measure` prints figures, and receives the arguments of the command. */
export type Measurement = { measure: (argv: readonly string[]) => void | Promise<void> }

const measurements: Readonly<Record<string, () => Promise<Measurement>>> = {
  figures: () => import('./figures.js'),
  cold: () => import('./cold.js'),
  files: () => import('./files.js'),
  cache: () => import('./cache.js'),
  many: () => import('./many.js'),
  robustness: () => import('./robustness.js'),
  conformance: () => import('./conformance.js'),
  fixes: () => import('./fixes.js'),
  growth: () => import('./growth.js'),
  hostile: () => import('./growth.js'),
  templates: () => import('./templates.js'),
  upgrade: () => import('./upgrade.js'),
  editor: () => import('./editor.js'),
  'editor-server': () => import('./editor-server.js'),
  format: () => import('./format.js'),
  structure: () => import('./structure.js'),
  walks: () => import('./walks.js'),
  size: () => import('./size.js'),
  servers: () => import('./servers.js'),
  latency: () => import('./latency.js'),
  completion: () => import('./completion.js'),
  routers: () => import('./routers.js'),
  replay: () => import('./replay.js'),
  recordings: () => import('./recordings.js'),
  nightly: () => import('./nightly.js'),
  passwords: () => import('./passwords.js'),
  service: () => import('./service.js'),
  store: () => import('./store.js'),
  kill: () => import('./kill.js'),
  'kill-service': () => import('./kill-service.js'),
  schemathesis: () => import('./schemathesis.js'),
  'openapi-clients': () => import('./openapi-clients.js'),
}

const [first = '', ...rest] = process.argv.slice(2)
// Without a name, runs `figures`, which writes `docs/performance.md`.
const [name, argv] = /^(?:-.*)?$/.test(first) ? ['figures', process.argv.slice(2)] : [first, rest]
const load = measurements[name]
if (load) await (await load()).measure(argv)
else console.error(`name a measurement: ${Object.keys(measurements).join(', ')}`)
