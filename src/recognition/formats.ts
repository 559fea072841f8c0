import { once } from '../document/lazy.js'
import type { Outline } from './outline.js'

/** Another file format, and the path that identified it. */
export type FoundFormat = { looksLike: string; sign: string; isTemplated: boolean }

type KnownFormat = {
  /** A noun with its article. */
  name: string
  /**
   * Alternatives, each a list of paths that must all exist: `*` is any key or item, and `=` is followed by a pattern
   * for the value.
   */
  signs: readonly string[]
  /** Whether files of this format are often generated from templates; if so, it is better reported as a template. */
  isTemplated?: true
}

/**
 * Formats that router files are deployed with, whose files have keys of routers or contain whole router files. Files of
 * further formats do not need a name: without enough evidence for a router file, they are other files anyway.
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

/** The formats with their signs as paths, which are parsed on first use. */
const parseFormats = once(() =>
  formats.map(({ name, signs, isTemplated = false }) => ({
    name,
    isTemplated,
    signs: signs.map((sign) => sign.split(' ').map(parsePath)),
  })),
)

function parsePath(written: string): PathPattern {
  const at = written.indexOf('=')
  return {
    steps: (at < 0 ? written : written.slice(0, at)).split('.'),
    value: at < 0 ? undefined : new RegExp(written.slice(at + 1)),
  }
}

/** Finds the format of a text that is not a router file, if the format is known. */
export function findFormat(root: Outline): FoundFormat | undefined {
  for (const { name, isTemplated, signs } of parseFormats())
    for (const paths of signs) {
      const sign = findPaths(root, paths)
      if (sign !== undefined) return { looksLike: name, sign, isTemplated }
    }
  return undefined
}

/** The location that matches the first path, if all paths match. */
function findPaths(root: Outline, paths: readonly PathPattern[]): string | undefined {
  let first: string | undefined
  for (const path of paths) {
    const found = findPath(root, path, 0)
    if (found === undefined) return undefined
    first ??= found
  }
  return first
}

/** The first location that matches a path, from one of its steps on. */
function findPath(node: Outline, path: PathPattern, from: number): string | undefined {
  const { steps, value } = path
  const step = steps[from]
  if (step === undefined) return value && !value.test(node.value) ? undefined : ''
  if (step === '*') return findAny(node, path, from)
  const child = node.keys.get(step)
  const rest = child && findPath(child, path, from + 1)
  return rest === undefined ? undefined : joinPath(step, rest)
}

/** Finds a path with a step that matches any key or item. */
function findAny(node: Outline, path: PathPattern, from: number): string | undefined {
  for (const [name, child] of node.keys) {
    const rest = findPath(child, path, from + 1)
    if (rest !== undefined) return joinPath(name, rest)
  }
  for (const [position, item] of node.items.entries()) {
    const rest = findPath(item, path, from + 1)
    if (rest !== undefined) return joinPath(`[${position}]`, rest)
  }
  return undefined
}

const joinPath = (name: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? `${name}${rest}` : `${name}.${rest}`
