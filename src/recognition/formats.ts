import { once } from '../document/lazy.js'
import type { Outline } from './outline.js'

/** The format of a file that is not a router file, and the path in the file that identified it. */
export type FoundFormat = { looksLike: string; sign: string; isTemplated: boolean }

type KnownFormat = {
  /** A noun with its article. */
  name: string
  /**
   * Alternatives, each a list of paths that must all exist: `*` is any key or item, and `=` is followed by a pattern
   * for the value.
   */
  signs: readonly string[]
  /**
   * Whether files of this format are often generated from templates. If so, a template is reported as a template, not
   * as this format.
   */
  isTemplated?: true
}

/**
 * Formats that are used to deploy routers. Their files have keys of routers or contain whole router files. Other
 * formats need not be listed: without enough evidence for a router file, their files are not recognized anyway.
 */
const formats: readonly KnownFormat[] = [
  {
    name: 'a Kubernetes manifest',
    signs: [
      'apiVersion kind metadata',
      'apiVersion=^v1$|/v\\d kind',
      '*.apiVersion *.kind *.metadata',
    ],
    isTemplated: true,
  },
  { name: 'a Helm chart', signs: ['apiVersion=^v[12]$ name version'], isTemplated: true },
  {
    name: 'a Docker Compose file',
    signs: [
      'services.*.image',
      'services.*.build',
      'services.*.extends',
      'services.*.command',
      'services.*.environment',
      'services.*.ports',
      'version=^[23] services',
    ],
  },
  {
    name: 'a GitHub workflow',
    signs: ['jobs.*.runs-on', 'jobs.*.uses', 'on jobs.*.steps', 'on.workflow_call'],
  },
  {
    name: 'an Ansible playbook',
    signs: ['*.hosts *.tasks', '*.hosts *.roles', '*.hosts *.pre_tasks', '*.import_playbook'],
  },
  {
    name: 'a values file of a Helm chart',
    signs: [
      'advertisedHost edge.advertisedHost',
      'advertisedHost edge.enabled',
      'edge.advertisedHost edge.advertisedPort',
      'edge.advertisedHost linkListeners',
      'linkListeners.transport',
      'ctrl.endpoint image',
      'ctrl.endpoint persistence',
      'ctrl.endpoint edge.enabled',
      'controller.endpoint edge',
      'enrollmentJwt edge',
      'enrolmentJwt edge',
      'enrollmentJwt image',
      'image.repository image.tag',
      'image.repository replicaCount',
      'image.repository service',
      'image.repository resources',
      'image.repository persistence',
      'replicaCount service',
      'serviceAccount.create',
      'global.imageRegistry',
      'global.imagePullSecrets',
    ],
    isTemplated: true,
  },
  {
    name: 'cloud-init user data',
    signs: [
      'runcmd',
      'cloud_final_modules',
      'write_files',
      'package_update',
      'packages users',
      'ssh_authorized_keys',
    ],
  },
]

type PathPattern = { steps: readonly string[]; value: RegExp | undefined }

const parseFormats = once(() =>
  formats.map(({ name, signs, isTemplated = false }) => ({
    name,
    isTemplated,
    signs: signs.map((sign) => sign.split(' ').map(parsePath)),
  })),
)

function parsePath(pattern: string): PathPattern {
  const equalsIndex = pattern.indexOf('=')
  return {
    steps: (equalsIndex < 0 ? pattern : pattern.slice(0, equalsIndex)).split('.'),
    value: equalsIndex < 0 ? undefined : new RegExp(pattern.slice(equalsIndex + 1)),
  }
}

export function findFormat(root: Outline): FoundFormat | undefined {
  for (const { name, isTemplated, signs } of parseFormats())
    for (const paths of signs) {
      const sign = findPaths(root, paths)
      if (sign !== undefined) return { looksLike: name, sign, isTemplated }
    }
  return undefined
}

/** The location of the first of several paths; undefined unless all of them exist. */
function findPaths(root: Outline, paths: readonly PathPattern[]): string | undefined {
  let firstLocation: string | undefined
  for (const path of paths) {
    const location = findPath(root, path, 0)
    if (location === undefined) return undefined
    firstLocation ??= location
  }
  return firstLocation
}

/** The first location below a node that matches a path from `stepIndex` on; undefined if none does. */
function findPath(node: Outline, path: PathPattern, stepIndex: number): string | undefined {
  const { steps, value } = path
  const step = steps[stepIndex]
  if (step === undefined) return value && !value.test(node.value) ? undefined : ''
  if (step === '*') return findWildcard(node, path, stepIndex)
  const child = node.keys.get(step)
  const restPath = child && findPath(child, path, stepIndex + 1)
  return restPath === undefined ? undefined : joinPath(step, restPath)
}

/** Like `findPath`, for a path whose next step is `*`, which matches any key or item. */
function findWildcard(node: Outline, path: PathPattern, stepIndex: number): string | undefined {
  for (const [name, child] of node.keys) {
    const restPath = findPath(child, path, stepIndex + 1)
    if (restPath !== undefined) return joinPath(name, restPath)
  }
  for (const [index, item] of node.items.entries()) {
    const restPath = findPath(item, path, stepIndex + 1)
    if (restPath !== undefined) return joinPath(`[${index}]`, restPath)
  }
  return undefined
}

const joinPath = (name: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? `${name}${rest}` : `${name}.${rest}`
