import { memoizePerObject, once } from '../document/lazy.js'
import { table } from '../generated/schema.js'
import { editDistance } from '../schema/suggest.js'
import type { Outline } from './outline.js'

export type Evidence = {
  /** Points in favor of a router file; `minWeight` of them decide. */
  weight: number
  /** Top-level keys that some release of the router reads, and whose content does not contradict. */
  knownKeys: readonly string[]
  /** Top-level keys that a router does not know, or whose content differs from that in router files. */
  unknownKeys: readonly string[]
}

/** The least weight of a router file; files of other programs stay below it. */
export const minWeight = 3

type Names = ReadonlyMap<string, OutlineShape>

/** The keys below a key in any release, listed on demand; for a list, those of its items. */
type OutlineShape = { names: () => Names; mayBeMap: boolean; mayBeList: boolean }

const shapes = new Map<number, OutlineShape>()

/** The shape of a key, by its index in the table of the schema. */
function getShape(index: number): OutlineShape {
  const known = shapes.get(index)
  if (known) return known
  const types = [table.get(index)?.type ?? []].flat()
  const shape = {
    names: once(() => listNames(index)),
    mayBeMap: types.length === 0 || types.includes('object'),
    mayBeList: types.length === 0 || types.includes('array'),
  }
  shapes.set(index, shape)
  return shape
}

function listNames(index: number): Names {
  const { properties = {}, items, variants = {} } = table.get(index) ?? {}
  const names = new Map<string, OutlineShape>()
  for (const [name, child] of Object.entries(properties)) names.set(name, getShape(child))
  const below = [...(items === undefined ? [] : [items]), ...Object.values(variants)]
  for (const place of below) for (const entry of getShape(place).names()) names.set(...entry)
  return names
}

const getFileShape = (): OutlineShape => getShape(table.size - 1)

/** Every router file has at least one of these sections; its other sections also occur in other files. */
const coreSections = ['ctrl', 'link', 'edge', 'dialers', 'listeners', 'forwarder', 'csr'] as const

/** Whether a top-level key is specific enough, not a word that many files have. */
export const isOwnName = (name: string): boolean =>
  name === 'identity' || coreSections.some((section) => section === name)

/**
 * Whether an unexpected top-level key may be a mistake in a router file: a misspelled section, a section with an
 * unfinished value, or a key that lost its indentation below an empty section.
 */
export function isLikelyMistake(root: Outline, name: string): boolean {
  const sections = getFileShape().names()
  const { keys, items } = root.keys.get(name) ?? root
  if (sections.has(name)) return isOwnName(name) && keys.size === 0 && items.length === 0
  return isMisspelled(sections, name) || listMisplacedKeys(root).has(name)
}

/** Whether a name has one or two wrong letters, or capitals. */
function isMisspelled(names: Names, name: string): boolean {
  const written = name.toLowerCase()
  return [...names.keys()].some((section) => {
    const distance = section.length < 6 ? 1 : 2
    return section.length > 1 && editDistance(written, section.toLowerCase(), distance) <= distance
  })
}

/** The keys that belong below the empty sections of a file. */
const listMisplacedKeys = memoizePerObject(
  (root: Outline): ReadonlySet<string> =>
    new Set(
      [...root.keys].flatMap(([name, { keys, items, value }]) =>
        isOwnName(name) && keys.size === 0 && items.length === 0 && value === ''
          ? [...(getFileShape().names().get(name)?.names().keys() ?? [])]
          : [],
      ),
    ),
)

const coreKey = `["']?(?:${coreSections.join('|')})["']?[ \\t]*:`

const keyHere = new RegExp(coreKey, 'y')

const keyAnywhere = new RegExp(`[\\s{,"']${coreKey}`)

/** Whether a text is a router file beyond doubt, so that its evidence need not be weighed. Most router files are. */
export function isPlainRouterFile(text: string): boolean {
  return (
    /^v: *3 *$/m.test(text) &&
    /^link:/m.test(text) &&
    ownAddress.test(text) &&
    !getOtherLine().test(text) &&
    !/\{\{|\{%|<%|<<|^\uFEFF?#!/.test(text)
  )
}

/** The address of a controller or listener in a line of its own. */
const ownAddress = /^ +(?:- )?(?:endpoint|bind|advertise|address): +["']?tls:[\w.-]+:\d+/m

const plainFile: { otherLine?: RegExp } = {}

/** Matches a line that is not a comment, is not indented, and does not start with a section that routers read. */
const getOtherLine = (): RegExp =>
  (plainFile.otherLine ??= new RegExp(
    `^(?! |#|---\\s|$|(?:${[...getFileShape().names().keys()].join('|')}):(?:\\s|$))`,
    'm',
  ))

/** Whether all lines at the left edge are comments or begin sections of router files, including a core section. */
const hasOnlySections = (text: string): boolean => !getOtherLine().test(text) && mayBeRouter(text)

/** What can precede the first key or collection of a text. */
const beforeContent = /^\ufeff?(?:---|[#%].*|\s+)*/

/** A fast check whether a text may be a router file. It excludes most other files. */
export function mayBeRouter(text: string): boolean {
  const [before = ''] = beforeContent.exec(text) ?? []
  // In flow style, or if everything is indented, the top-level keys are not at the left edge.
  const isOpen = /[{ \t]/.test(`${before.at(-1) ?? ''}${text[before.length] ?? ''}`)
  if ((isOpen || !text.includes('\n')) && keyAnywhere.test(text)) return true
  for (let start = before.length; start < text.length; start = findNextLine(text, start)) {
    if (!firstLetters.has(text.charCodeAt(start))) continue
    keyHere.lastIndex = start
    if (keyHere.test(text)) return true
  }
  return false
}

/** Codes of the characters with which a router key begins. */
const firstLetters = new Set([...coreSections, '"', "'"].map((name) => name.charCodeAt(0)))

function findNextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/**
 * Weighs what a text has that other files do not have: values and keys at specific paths, never a common word alone.
 */
export function gatherEvidence(root: Outline): Evidence {
  const knownKeys: string[] = []
  const unknownKeys: string[] = []
  for (const [name, section] of root.keys) {
    const shape = getFileShape().names().get(name)
    if (shape && isFitting(shape, section) && hasKind(name, section)) knownKeys.push(name)
    else if (!name.startsWith('x-')) unknownKeys.push(name)
  }
  const particular = sumUpTo(minWeight, particularWeights, root)
  const general = weighVersion(root) + weighIdentity(root)
  const core = coreSections.filter((name) => knownKeys.includes(name)).length
  const isSkeleton =
    isVersion3(root) && unknownKeys.length === 0 && core > (weighIdentity(root) > 1 ? 0 : 1)
  const weight = particular > 0 ? particular + general : Math.min(general, minWeight - 1)
  return { weight: isSkeleton ? Math.max(weight, minWeight) : weight, knownKeys, unknownKeys }
}

/**
 * Whether a file has all that a router needs to start: its version, its identity and its controller. Then it is a router
 * file, however many other keys it has, which the router ignores.
 */
export const isComplete = (root: Outline): boolean =>
  isVersion3(root) && weighIdentity(root) > 0 && weighController(root) > 0

/** Adds weights until they reach a limit: the later ones take longer to compute. */
function sumUpTo(limit: number, weights: readonly Weigh[], root: Outline): number {
  let sum = 0
  for (const weight of weights) {
    sum += weight(root)
    if (sum >= limit) break
  }
  return sum
}

/** Whether a section holds mostly what it holds in a router file, or is still empty. */
function isFitting(shape: OutlineShape, section: Outline): boolean {
  const { mayBeMap, mayBeList } = shape
  const names = shape.names()
  const isKnown = ({ keys }: Outline): boolean =>
    names.size === 0 ||
    [...keys.keys()].filter((name) => find(names, name)).length >= Math.max(keys.size / 2, 1)
  if (section.keys.size > 0) return mayBeMap ? isKnown(section) : section.value !== ''
  if (section.items.length > 0)
    return mayBeList && section.items.some((item) => isKnown(item) || isIncomplete(names, item))
  if (!(mayBeMap || mayBeList) || /^(?:~|null|\*.*|\$.*)?$/i.test(section.value)) return true
  return isIncomplete(names, section)
}

/** Whether a text may end in the middle of the first key here, for instance while a user types it. */
const isIncomplete = (names: Names, { keys, items, value }: Outline): boolean =>
  keys.size === 0 && items.length === 0 && [...names.keys()].some((name) => name.startsWith(value))

/** Whether `dialers` and `listeners` say their kind with `binding`, as they do only in router files. */
const hasKind = (name: string, { items }: Outline): boolean =>
  (name !== 'dialers' && name !== 'listeners') ||
  items.length === 0 ||
  items.some((item) => item.keys.has('binding') || isIncomplete(bindingOnly, item))

const bindingOnly: Names = new Map([
  ['binding', { names: () => new Map(), mayBeMap: false, mayBeList: false }],
])

/** Looks up a key; a long name may be misspelled. */
function find(names: Names, name: string): OutlineShape | undefined {
  const known = names.get(name)
  if (known || !isTelling(name)) return known
  const [, near] =
    [...names].find(([other]) => isTelling(other) && editDistance(name, other, 2) <= 2) ?? []
  return near
}

const at = (node: Outline | undefined, ...path: readonly string[]): Outline | undefined =>
  path.reduce<Outline | undefined>((outer, name) => outer?.keys.get(name), node)

const isVersion3 = (root: Outline): boolean => at(root, 'v')?.value === '3'

const weighVersion = (root: Outline): number => (/^\d+$/.test(at(root, 'v')?.value ?? '') ? 1 : 0)

function weighIdentity(root: Outline): number {
  const has = (name: string): boolean => at(root, 'identity', name) !== undefined
  const files = ['cert', 'key', 'ca'].filter(has).length
  return has('server_cert') && files > 0 ? 2 : files > 1 ? 1 : 0
}

/** An address of the overlay: a protocol, a host and a port, but not a URL. */
const isAddress = (value: string): boolean => {
  const protocol = /^(?:tls|dtls|tcp|udp|ws|wss|quic|transwarp|transwarptls):(?!\/\/)/.exec(value)
  return protocol !== null && !/\s/.test(value) && value.slice(protocol[0].length, -1).includes(':')
}

function weighController(root: Outline): number {
  const ctrl = at(root, 'ctrl')
  const endpoints = [at(ctrl, 'endpoint'), at(ctrl, 'endpoints')].flatMap((node) =>
    node ? [node, ...node.items] : [],
  )
  if (endpoints.some(({ value }) => isAddress(value))) return minWeight
  const isPlain = endpoints.some(({ value }) => value !== '' && !value.includes('://'))
  return isPlain || at(ctrl, 'endpointsFile') ? 1 : 0
}

/** Kinds of dialers and listeners that only routers have. */
const ownBindings = /^(?:edge|tunnel|transport_udp|proxy_udp|edge_transport|edge_wss?)$/

/** Weighs the bindings of dialers and listeners, even if broken indentation moved these elsewhere. */
function weighBindings(root: Outline): number {
  const links = listBindings(at(root, 'link'))
  const others = ['dialers', 'listeners'].flatMap((name) => listBindings(at(root, name)))
  if (links.includes('transport') || others.some((value) => ownBindings.test(value)))
    return minWeight
  if ([...links, ...others].some((value) => value !== '')) return 1
  const astray = [...root.keys.values()].flatMap(listBindings)
  return astray.some((value) => value === 'transport' || ownBindings.test(value)) ? 2 : 0
}

/** The values of `binding` in a section: in an item, or in the items of a key. */
function listBindings(section: Outline | undefined): string[] {
  if (!section) return []
  const lists = [section, ...section.keys.values()]
  return lists.flatMap(({ items }) =>
    items.flatMap((item) => item.keys.get('binding')?.value ?? []),
  )
}

/** Weighs the CSR by the names that it requests. */
function weighRequest(root: Outline): number {
  const hasNames = (csr: Outline | undefined): boolean =>
    ['dns', 'ip', 'email', 'uri'].some((name) => at(csr, 'sans', name))
  if (hasNames(at(root, 'edge', 'csr'))) return minWeight
  return hasNames(at(root, 'csr')) ? 2 : 0
}

/** Weighs keys with names of several words at their expected paths, which other files do not have there. */
function weighNames(root: Outline): number {
  let count = 0
  const visit = (names: Names, { keys, items }: Outline, depth: number): void => {
    if (depth > 6 || count >= minWeight) return
    for (const [name, child] of keys) {
      const shape = find(names, name)
      if (!shape || sharedSections.has(name)) continue
      if (depth > 0 && isTelling(name)) count += 1
      visit(shape.names(), child, depth + 1)
    }
    for (const item of items) if (depth > 0) visit(names, item, depth + 1)
  }
  visit(getFileShape().names(), root, 0)
  return count === 0 ? 0 : Math.min(1 + count, minWeight)
}

/** Sections that have the same format in controller files. */
const sharedSections = new Set(['identity', 'web'])

const isTelling = (name: string): boolean => name.split(/(?=[A-Z])|_/).length > 2

type Weigh = (root: Outline) => number

/** Evidence that only router files have, the fastest to compute first. */
const particularWeights: readonly Weigh[] = [
  weighController,
  weighBindings,
  weighRequest,
  weighNames,
]

/** A language in which router files occur as parts of other files, and the text that identified it. */
type FoundLanguage = { looksLike: string; sign: string }

/**
 * The language of a text that is a program or a page, although it may contain a whole router file: its lines look like
 * those of a router file with mistakes. Takes linear time.
 */
export function findLanguage(text: string): FoundLanguage | undefined {
  const [shebang] = /^#![ \t]*\/.*/.exec(text.slice(0, 100)) ?? []
  // `#!` is also a YAML comment, so the line after it decides.
  if (shebang !== undefined && !hasOnlySections(text))
    return { looksLike: 'a script', sign: shebang.trimEnd() }
  return findHeredoc(text) ?? findFence(text)
}

const heredocStart =
  /(?<assignment>[=(,][ \t]*)?(?<!<)<<(?:-|~)?[ \t]*(["']?)(?<tag>[A-Za-z_]\w*)\2(?=[ \t]*(?<rest>.?))/g

/** A line with nothing but a word. */
const wordLine = /^(?<indent>[ \t]*)(?<word>[A-Za-z_]\w*)[ \t]*\r?$/gm

/** A heredoc, as in Terraform and in shells: a string that ends with a line that holds its tag. YAML has none. */
function findHeredoc(text: string): FoundLanguage | undefined {
  if (!text.includes('<<')) return undefined
  const starts = new Map<string, { at: number; isTerraform: boolean; sign: string }>()
  for (const { 0: match, index, groups = {} } of text.matchAll(heredocStart)) {
    const { assignment, tag = '', rest } = groups
    if (starts.has(tag)) continue
    const isTerraform = assignment !== undefined && rest === ''
    starts.set(tag, { at: index, isTerraform, sign: match.replace(/^[^<]*/, '') })
  }
  if (starts.size === 0) return undefined
  for (const { index, groups = {} } of text.matchAll(wordLine)) {
    const start = starts.get(groups['word'] ?? '')
    if (!start || start.at > index) continue
    if (start.isTerraform) return { looksLike: 'a Terraform file', sign: start.sign }
    // If the tag is indented with spaces, the script is in a string of YAML.
    if (!groups['indent']?.includes(' ')) return { looksLike: 'a shell script', sign: start.sign }
  }
  return undefined
}

/** A code block after at least one sentence. Without a sentence, it is a router file that was copied with its fences. */
function findFence(text: string): FoundLanguage | undefined {
  const fence = /^(?:```|~~~).*$/m.exec(text)
  return fence && sentence.test(text.slice(0, fence.index))
    ? { looksLike: 'a Markdown file', sign: fence[0].trimEnd() }
    : undefined
}

/** A line of several words that is not indented and has no value. */
const sentence = /^[A-Za-z][^\s:]* [^\s:]+ [^\n:]*:?\r?$/m

/**
 * Whether the name of a file says that it is written in another language. Such a file is a router file only if a router
 * could read it as it is: what looks like a mistake is the other language.
 */
export function isOtherLanguageName(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  return otherEnds.has(name.slice(Math.max(0, name.lastIndexOf('.'))))
}

const otherEnds = new Set([
  ...'dockerfile containerfile makefile jenkinsfile vagrantfile'.split(' '),
  ...[
    'md mdx markdown rst adoc asciidoc txt htm html xml svg csv log diff patch',
    'tf tfvars hcl nomad nix toml ini properties service dockerfile sql',
    'sh ash bash zsh zash bsh fish ps1 psm1 bat cmd',
    'py rb pl php lua go rs java kt kts swift c h cc cpp hpp cs',
    'js jsx cjs cjsx mjs mjsx ts tsx cts ctsx mts mtsx',
  ].flatMap((line) => line.split(' ').map((extension) => `.${extension}`)),
])
