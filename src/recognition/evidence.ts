import { memoizePerObject, once } from '../document/lazy.js'
import { table } from '../generated/schema.js'
import { editDistance } from '../schema/suggest.js'
import type { Outline } from './outline.js'

export type Evidence = {
  /** Points in favor of a router file; `minWeight` points are enough. */
  weight: number
  /** Top-level keys that some release of the router reads, and whose content fits. */
  knownKeys: readonly string[]
  /**
   * Top-level keys that no release of the router reads, or whose content does not fit; without keys that begin with
   * `x-`.
   */
  unknownKeys: readonly string[]
}

/** The minimum weight of a router file; files of other programs have less. */
export const minWeight = 3

type ShapesByName = ReadonlyMap<string, OutlineShape>

/**
 * The shape of a key: the keys below it in any release (for a list, the keys of its items), and the types that it may
 * have.
 */
type OutlineShape = { childShapes: () => ShapesByName; mayBeMap: boolean; mayBeList: boolean }

const shapes = new Map<number, OutlineShape>()

/** Returns the shape of a key, by its index in the table of the schema. */
function getShape(index: number): OutlineShape {
  const cachedShape = shapes.get(index)
  if (cachedShape) return cachedShape
  const types = [table.get(index)?.type ?? []].flat()
  const shape = {
    childShapes: once(() => listChildShapes(index)),
    mayBeMap: types.length === 0 || types.includes('object'),
    mayBeList: types.length === 0 || types.includes('array'),
  }
  shapes.set(index, shape)
  return shape
}

function listChildShapes(index: number): ShapesByName {
  const { properties = {}, items, variants = {} } = table.get(index) ?? {}
  const shapesByName = new Map<string, OutlineShape>()
  for (const [name, child] of Object.entries(properties)) shapesByName.set(name, getShape(child))
  const innerIndexes = [...(items === undefined ? [] : [items]), ...Object.values(variants)]
  for (const innerIndex of innerIndexes)
    for (const entry of getShape(innerIndex).childShapes()) shapesByName.set(...entry)
  return shapesByName
}

const getFileShape = (): OutlineShape => getShape(table.size - 1)

/** Every router file has at least one of these sections; its other sections also occur in other files. */
const coreSections = ['ctrl', 'link', 'edge', 'dialers', 'listeners', 'forwarder', 'csr'] as const

/** Whether a top-level key suggests a router file, unlike common words such as `web` or `metrics`. */
export const isSpecificKey = (name: string): boolean =>
  name === 'identity' || coreSections.some((section) => section === name)

/**
 * Whether an unexpected top-level key may be a mistake in a router file: a misspelled section, a section with an
 * unfinished value, or a key that lost its indentation below an empty section.
 */
export function isLikelyMistake(root: Outline, name: string): boolean {
  const sections = getFileShape().childShapes()
  const { keys, items } = root.keys.get(name) ?? root
  if (sections.has(name)) return isSpecificKey(name) && keys.size === 0 && items.length === 0
  return isMisspelled(sections, name) || listMisplacedKeys(root).has(name)
}

/**
 * Whether a name is within one edit of the name of a section, ignoring case; two edits if the section has six or more
 * letters.
 */
function isMisspelled(names: ShapesByName, name: string): boolean {
  const lowerName = name.toLowerCase()
  return [...names.keys()].some((section) => {
    const distance = section.length < 6 ? 1 : 2
    return (
      section.length > 1 && editDistance(lowerName, section.toLowerCase(), distance) <= distance
    )
  })
}

/**
 * The keys that may have lost their indentation: those that the schema allows in a section with a specific name
 * (`isSpecificKey`) that is empty in the file.
 */
const listMisplacedKeys = memoizePerObject(
  (root: Outline): ReadonlySet<string> =>
    new Set(
      [...root.keys].flatMap(([name, { keys, items, value }]) =>
        isSpecificKey(name) && keys.size === 0 && items.length === 0 && value === ''
          ? [...(getFileShape().childShapes().get(name)?.childShapes().keys() ?? [])]
          : [],
      ),
    ),
)

const coreKeySource = `["']?(?:${coreSections.join('|')})["']?[ \\t]*:`

const coreKeyAtOffset = new RegExp(coreKeySource, 'y')

const coreKeyAnywhere = new RegExp(`[\\s{,"']${coreKeySource}`)

/** Whether a text is certainly a router file; does not weigh evidence. True for most router files. */
export function isPlainRouterFile(text: string): boolean {
  return (
    /^v: *3 *$/m.test(text) &&
    /^link:/m.test(text) &&
    addressLine.test(text) &&
    !getOtherLine().test(text) &&
    !/\{\{|\{%|<%|<<|^\uFEFF?#!/.test(text)
  )
}

/** The address of a controller or listener on a separate line. */
const addressLine = /^ +(?:- )?(?:endpoint|bind|advertise|address): +["']?tls:[\w.-]+:\d+/m

const lazyPatterns: { otherLine?: RegExp } = {}

/**
 * Matches a non-empty line at the left edge, unless it is a comment, a `---`, or the beginning of a section that
 * routers read.
 */
const getOtherLine = (): RegExp =>
  (lazyPatterns.otherLine ??= new RegExp(
    `^(?! |#|---\\s|$|(?:${[...getFileShape().childShapes().keys()].join('|')}):(?:\\s|$))`,
    'm',
  ))

/**
 * Whether all lines at the left edge are comments or begin sections of router files, and one of these is a core
 * section.
 */
const hasOnlySections = (text: string): boolean => !getOtherLine().test(text) && mayBeRouter(text)

/** What can precede the first key or collection of a text. */
const leadingLines = /^\ufeff?(?:---|[#%].*|\s+)*/

/** Checks quickly whether a text may be a router file. Excludes most other files. */
export function mayBeRouter(text: string): boolean {
  const [leadingText = ''] = leadingLines.exec(text) ?? []
  // In flow style, or if everything is indented, the top-level keys are not at the left edge.
  const isFlowOrIndented = /[{ \t]/.test(
    `${leadingText.at(-1) ?? ''}${text[leadingText.length] ?? ''}`,
  )
  if ((isFlowOrIndented || !text.includes('\n')) && coreKeyAnywhere.test(text)) return true
  for (let start = leadingText.length; start < text.length; start = findNextLine(text, start)) {
    if (!firstLetters.has(text.charCodeAt(start))) continue
    coreKeyAtOffset.lastIndex = start
    if (coreKeyAtOffset.test(text)) return true
  }
  return false
}

/** Codes of the characters with which a core section begins, including quotes. */
const firstLetters = new Set([...coreSections, '"', "'"].map((name) => name.charCodeAt(0)))

function findNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Weighs values and keys at specific paths. A common word alone never makes a file a router file. */
export function gatherEvidence(root: Outline): Evidence {
  const knownKeys: string[] = []
  const unknownKeys: string[] = []
  for (const [name, section] of root.keys) {
    const shape = getFileShape().childShapes().get(name)
    if (shape && fitsShape(shape, section) && hasBindings(name, section)) knownKeys.push(name)
    else if (!name.startsWith('x-')) unknownKeys.push(name)
  }
  const specificWeight = sumUpTo(minWeight, specificWeighers, root)
  const generalWeight = weighVersion(root) + weighIdentity(root)
  const coreCount = coreSections.filter((name) => knownKeys.includes(name)).length
  const isSkeleton =
    isVersion3(root) && unknownKeys.length === 0 && coreCount > (weighIdentity(root) > 1 ? 0 : 1)
  const weight =
    specificWeight > 0 ? specificWeight + generalWeight : Math.min(generalWeight, minWeight - 1)
  return { weight: isSkeleton ? Math.max(weight, minWeight) : weight, knownKeys, unknownKeys }
}

/**
 * Whether a file has version, identity and controller. Its unknown keys are then no evidence against a router file,
 * because routers ignore them.
 */
export const isComplete = (root: Outline): boolean =>
  isVersion3(root) && weighIdentity(root) > 0 && weighController(root) > 0

/** Adds up weights until they reach a limit. Slow weighers come last in `weighers`, so that they are often skipped. */
function sumUpTo(limit: number, weighers: readonly Weigher[], root: Outline): number {
  let sum = 0
  for (const weigh of weighers) {
    sum += weigh(root)
    if (sum >= limit) break
  }
  return sum
}

/**
 * Whether a section looks like a section of a router file: at least half of its keys, or of the keys of one of its
 * items, are known, or its value is empty, an alias, a variable, or the beginning of a key. Any scalar fits a key whose
 * schema is a scalar, and any keys fit a map for which the schema names none.
 */
function fitsShape(shape: OutlineShape, section: Outline): boolean {
  const { mayBeMap, mayBeList } = shape
  const childShapes = shape.childShapes()
  const hasKnownKeys = ({ keys }: Outline): boolean =>
    childShapes.size === 0 ||
    [...keys.keys()].filter((name) => findShape(childShapes, name)).length >=
      Math.max(keys.size / 2, 1)
  if (section.keys.size > 0) return mayBeMap ? hasKnownKeys(section) : section.value !== ''
  if (section.items.length > 0)
    return (
      mayBeList &&
      section.items.some((item) => hasKnownKeys(item) || isIncomplete(childShapes, item))
    )
  if (!(mayBeMap || mayBeList) || /^(?:~|null|\*.*|\$.*)?$/i.test(section.value)) return true
  return isIncomplete(childShapes, section)
}

/** Whether a node is an empty scalar or the beginning of one of `names`, for instance while a user types it. */
const isIncomplete = (names: ShapesByName, { keys, items, value }: Outline): boolean =>
  keys.size === 0 && items.length === 0 && [...names.keys()].some((name) => name.startsWith(value))

/** False for `dialers` and `listeners` whose items all lack a `binding`: files of other programs have such lists. */
const hasBindings = (name: string, { items }: Outline): boolean =>
  (name !== 'dialers' && name !== 'listeners') ||
  items.length === 0 ||
  items.some((item) => item.keys.has('binding') || isIncomplete(bindingOnly, item))

const bindingOnly: ShapesByName = new Map([
  ['binding', { childShapes: () => new Map(), mayBeMap: false, mayBeList: false }],
])

/** Finds the shape of a key. A name of three or more words may differ in up to two letters. */
function findShape(names: ShapesByName, name: string): OutlineShape | undefined {
  const exactShape = names.get(name)
  if (exactShape || !hasThreeWords(name)) return exactShape
  const [, similarShape] =
    [...names].find(([other]) => hasThreeWords(other) && editDistance(name, other, 2) <= 2) ?? []
  return similarShape
}

const findNode = (node: Outline | undefined, ...path: readonly string[]): Outline | undefined =>
  path.reduce<Outline | undefined>((outer, name) => outer?.keys.get(name), node)

const isVersion3 = (root: Outline): boolean => findNode(root, 'v')?.value === '3'

const weighVersion = (root: Outline): number =>
  /^\d+$/.test(findNode(root, 'v')?.value ?? '') ? 1 : 0

function weighIdentity(root: Outline): number {
  const has = (name: string): boolean => findNode(root, 'identity', name) !== undefined
  const fileCount = ['cert', 'key', 'ca'].filter(has).length
  return has('server_cert') && fileCount > 0 ? 2 : fileCount > 1 ? 1 : 0
}

/** Whether a value is an address of the overlay: a protocol, a host and a port, but not a URL. */
const isAddress = (value: string): boolean => {
  const protocol = /^(?:tls|dtls|tcp|udp|ws|wss|quic|transwarp|transwarptls):(?!\/\/)/.exec(value)
  return protocol !== null && !/\s/.test(value) && value.slice(protocol[0].length, -1).includes(':')
}

function weighController(root: Outline): number {
  const ctrl = findNode(root, 'ctrl')
  const endpoints = [findNode(ctrl, 'endpoint'), findNode(ctrl, 'endpoints')].flatMap((node) =>
    node ? [node, ...node.items] : [],
  )
  if (endpoints.some(({ value }) => isAddress(value))) return minWeight
  const hasEndpoint = endpoints.some(({ value }) => value !== '' && !value.includes('://'))
  return hasEndpoint || findNode(ctrl, 'endpointsFile') ? 1 : 0
}

/** Kinds of dialers and listeners that only routers have. */
const ownBindings = /^(?:edge|tunnel|transport_udp|proxy_udp|edge_transport|edge_wss?)$/

/** Weighs the bindings of dialers and listeners, even if broken indentation has moved them to another section. */
function weighBindings(root: Outline): number {
  const linkBindings = listBindings(findNode(root, 'link'))
  const topLevelBindings = ['dialers', 'listeners'].flatMap((name) =>
    listBindings(findNode(root, name)),
  )
  if (
    linkBindings.includes('transport') ||
    topLevelBindings.some((value) => ownBindings.test(value))
  )
    return minWeight
  if ([...linkBindings, ...topLevelBindings].some((value) => value !== '')) return 1
  const misplacedBindings = [...root.keys.values()].flatMap(listBindings)
  return misplacedBindings.some((value) => value === 'transport' || ownBindings.test(value)) ? 2 : 0
}

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
    ['dns', 'ip', 'email', 'uri'].some((name) => findNode(csr, 'sans', name))
  if (hasNames(findNode(root, 'edge', 'csr'))) return minWeight
  return hasNames(findNode(root, 'csr')) ? 2 : 0
}

/**
 * Weighs known keys below the top level whose names have three or more words: files of other programs do not have these
 * keys.
 */
function weighNames(root: Outline): number {
  let count = 0
  const visit = (names: ShapesByName, { keys, items }: Outline, depth: number): void => {
    if (depth > 6 || count >= minWeight) return
    for (const [name, child] of keys) {
      const shape = findShape(names, name)
      if (!shape || sharedSections.has(name)) continue
      if (depth > 0 && hasThreeWords(name)) count += 1
      visit(shape.childShapes(), child, depth + 1)
    }
    for (const item of items) if (depth > 0) visit(names, item, depth + 1)
  }
  visit(getFileShape().childShapes(), root, 0)
  return count === 0 ? 0 : Math.min(1 + count, minWeight)
}

/** Sections that have the same format in controller files. */
const sharedSections = new Set(['identity', 'web'])

const hasThreeWords = (name: string): boolean => name.split(/(?=[A-Z])|_/).length > 2

type Weigher = (root: Outline) => number

/** Functions that weigh evidence that only router files have, the fastest first. */
const specificWeighers: readonly Weigher[] = [
  weighController,
  weighBindings,
  weighRequest,
  weighNames,
]

/** A language whose files may contain router files, and the text that identified it. */
type FoundLanguage = { looksLike: string; sign: string }

/**
 * The language of a script, Terraform file or Markdown page. Such a text may contain a whole router file, and would
 * otherwise be recognized as a router file with mistakes. Undefined for other texts. Takes linear time.
 */
export function findLanguage(text: string): FoundLanguage | undefined {
  const [shebang] = /^#![ \t]*\/.*/.exec(text.slice(0, 100)) ?? []
  // `#!` also begins a YAML comment. If all lines at the left edge are comments or sections of a router file, the text
  // is not a script.
  if (shebang !== undefined && !hasOnlySections(text))
    return { looksLike: 'a script', sign: shebang.trimEnd() }
  return findHeredoc(text) ?? findFence(text)
}

const heredocStart =
  /(?<assignment>[=(,][ \t]*)?(?<!<)<<(?:-|~)?[ \t]*(["']?)(?<tag>[A-Za-z_]\w*)\2(?=[ \t]*(?<rest>.?))/g

/** A line with nothing but a word. */
const wordLine = /^(?<indent>[ \t]*)(?<word>[A-Za-z_]\w*)[ \t]*\r?$/gm

/** Finds a heredoc of Terraform or a shell: a string that ends with a line that holds its tag. YAML has none. */
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

/**
 * Finds a code fence in a Markdown page, recognized by a sentence before the fence. Without this sentence, the text is
 * a router file that was copied together with its code fences.
 */
function findFence(text: string): FoundLanguage | undefined {
  const fence = /^(?:```|~~~).*$/m.exec(text)
  return fence && sentence.test(text.slice(0, fence.index))
    ? { looksLike: 'a Markdown file', sign: fence[0].trimEnd() }
    : undefined
}

/** A line of several words that is not indented and has no value. */
const sentence = /^[A-Za-z][^\s:]* [^\s:]+ [^\n:]*:?\r?$/m

/**
 * Whether the name of a file says that the file is in another language than YAML. Such a file is a router file only if
 * a router could read it unchanged, because anything that looks like a mistake belongs to the other language.
 */
export function isOtherLanguageName(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  return otherExtensions.has(name.slice(Math.max(0, name.lastIndexOf('.'))))
}

const otherExtensions = new Set([
  ...'dockerfile containerfile makefile jenkinsfile vagrantfile'.split(' '),
  ...[
    'md mdx markdown rst adoc asciidoc txt htm html xml svg csv log diff patch',
    'tf tfvars hcl nomad nix toml ini properties service dockerfile sql',
    'sh ash bash zsh zash bsh fish ps1 psm1 bat cmd',
    'py rb pl php lua go rs java kt kts swift c h cc cpp hpp cs',
    'js jsx cjs cjsx mjs mjsx ts tsx cts ctsx mts mtsx',
  ].flatMap((line) => line.split(' ').map((extension) => `.${extension}`)),
])
