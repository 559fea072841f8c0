/** What a YAML text is, judged by its shape alone. */
export type Kind = 'router' | 'controller' | 'helm-values' | 'template' | 'other'

/** A kind with what gave it away, for a message. */
export type Recognized = { kind: Kind; sign?: string }

/** Signs of a controller file; any one is enough. */
const controllerSigns = [
  'ctrl.listener',
  'db',
  'raft',
  'cluster',
  'mgmt',
  'network',
  'edge.api',
  'edge.enrollment',
  'commandRateLimiter',
  'healthChecks.boltCheck',
]

const valuesSigns = [
  'advertisedHost',
  'edge.advertisedHost',
  'edge.advertisedPort',
  'linkListeners',
  'edge.advertisedHosts',
  'image',
  'persistence',
]

const routerSections = [
  'ctrl',
  'link',
  'edge',
  'listeners',
  'dialers',
  'forwarder',
  'csr',
  'transport',
  'metrics',
  'healthChecks',
  'web',
  'identity',
]

/** Names further right that say something, as the signs above have them. */
const inner = [...controllerSigns, ...valuesSigns].flatMap((sign) => sign.split('.').slice(1))

const line = new RegExp(
  `^(?:(?:- +)?["']?([A-Za-z_@][\\w.-]*)| +(?:- +)?["']?(${inner.join('|')}))["']?[ \\t]*:(?=[ \\t\\r\\n]|$)`,
  'gm',
)

/** Lines `name:` without indentation, and names below that say something, as paths of at most two names. */
function outline(text: string): Set<string> {
  const found = new Set<string>()
  let section = ''
  for (const [, name, below] of text.matchAll(line)) {
    if (name !== undefined) section = name
    found.add(name ?? `${section}.${below}`)
  }
  return found
}

const templateTag = /\{\{[^}\n]*\}\}|\{%[^%\n]*%\}|<%[^%\n]*%>/

/** Recognizes a text by what stands at its left edge. A router file has `identity` or `v`, and a section that only routers have. */
export function recognize(text: string): Recognized {
  const tag = /\{\{|\{%|<%/.test(text) ? templateTag.exec(text.replaceAll(/#.*$/gm, '')) : null
  const names = outline(text)
  const sections = routerSections.filter((name) => names.has(name)).length
  const isFile = names.has('v') || names.has('identity')
  if (tag && (sections > 1 || names.has('apiVersion'))) return { kind: 'template', sign: tag[0] }
  const mayBeController = (isFile || sections > 1) && !names.has('link') && !names.has('dialers')
  const controller = mayBeController
    ? (controllerSigns.find((sign) => names.has(sign)) ?? controllerApi(text))
    : undefined
  if (controller) return { kind: 'controller', sign: controller }
  if (isFile && sections >= 2) return { kind: 'router' }
  const values = valuesSigns.filter((sign) => names.has(sign))
  if (values.length > 1 && !isFile) return { kind: 'helm-values', sign: values[0] ?? '' }
  return { kind: 'other' }
}

function controllerApi(text: string): string | undefined {
  return /binding:\s*["']?(edge-management|edge-client|fabric|edge-oidc|zac)\b/.exec(text)?.[0]
}
