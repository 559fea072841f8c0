import { withoutTail } from '../../document/tails.js'
import type { Path } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import { toMilliseconds } from '../../formats/duration.js'
import { texts } from '../../generated/texts.js'
import { memoizePerObject } from '../../document/lazy.js'
import { createSecretVariableTest } from '../../schema/secret-values.js'
import type { SchemaNode } from '../../schema/key.js'
import type { SchemaPlace } from '../../schema/places.js'
import { findSchemaValue } from '../../schema/visit.js'
import { exampleHost, findExample } from '../examples.js'
import { listExplainedKeywords } from '../explanations.js'
import { isIp } from '../../formats/internet.js'
import {
  adaptExample,
  chooseFreePort,
  createExample,
  formatNumeral,
  getHost,
  isSwitch,
  listWords,
} from './shapes.js'
import type { Offer, CompletionContext, CompletionFacts } from './context.js'
import {
  createPrefixTest,
  createFilter,
  createInsertion,
  formatTypedText,
  getTypedText,
} from './context.js'

const presetDurations = [
  '100ms',
  '250ms',
  '500ms',
  '1s',
  '2s',
  '3s',
  '5s',
  '10s',
  '15s',
  '30s',
  '1m',
  '2m',
  '5m',
  '10m',
  '15m',
  '30m',
  '1h',
  '6h',
  '12h',
  '24h',
]

/**
 * If a key has a default other than 0, a preset duration is offered only if it is at most this many times shorter or
 * longer than the default.
 */
const maxRatio = 30

/**
 * Durations to offer for a key: the default, preset durations that are within the bounds of the key and near the
 * default, and the bounds.
 */
const listDurations = memoizePerObject(({ keyFacts, bounds }: SchemaNode): readonly Candidate[] => {
  const defaultText = typeof keyFacts.default === 'string' ? keyFacts.default : undefined
  const defaultMilliseconds = defaultText === undefined ? 0 : toMilliseconds(defaultText)
  const { min = -Infinity, max = Infinity } = bounds ?? {}
  const durations = presetDurations.filter((text) => {
    const value = toMilliseconds(text)
    return (
      value >= min &&
      value <= max &&
      (defaultMilliseconds === 0 ||
        (value >= defaultMilliseconds / maxRatio && value <= defaultMilliseconds * maxRatio))
    )
  })
  const limits = [keyFacts['x-min'], keyFacts['x-max']].filter(
    (text) => text !== undefined && text !== '1ns',
  )
  return [
    ...(defaultText === undefined
      ? []
      : [{ text: defaultText, detail: 'default', isDefault: true }]),
    ...durations.map((text) => ({ text })),
    ...limits.map((text) => ({
      text: text ?? '',
      detail: text === keyFacts['x-min'] ? 'shortest' : 'longest',
    })),
  ]
})

/** The default of a key for numbers, and the bounds of the key if they are inclusive and at most a million. */
function listNumbers(key: SchemaNode): Candidate[] {
  const {
    keyFacts: { default: defaultValue },
    bounds,
  } = key
  const limits = bounds
    ? [
        { value: bounds.min, detail: 'smallest' },
        { value: bounds.max, detail: 'largest' },
      ]
    : []
  return [
    ...(typeof defaultValue === 'number'
      ? [{ text: formatNumeral(key, defaultValue), detail: 'default', isDefault: true }]
      : []),
    ...limits
      .filter(
        ({ value }) => Number.isFinite(value) && Math.abs(value) <= 1e6 && !bounds?.isExclusive,
      )
      .map(({ value, detail }) => ({ text: formatNumeral(key, value), detail })),
  ]
}

/** Known values of a key or, for a list, the known values that are not in it yet. */
export function listCandidates(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const {
    cursor: { document, path },
  } = context
  const list = typeof path.at(-1) === 'number' ? document.find(path.slice(0, -1))?.value : undefined
  const listedTexts = new Set(
    list?.kind === 'list' ? list.items.map((item) => (item.kind === 'text' ? item.value : '')) : [],
  )
  return listKnownValues(context, place).filter(
    ({ text }) => !listedTexts.has(text) && listedTexts.add(text),
  )
}

/** The words of a key as candidates: the default first, then words with an explanation, then the others. */
function createWordCandidates({ key }: SchemaPlace, words: readonly string[]): Candidate[] {
  const defaultValue = key.keyFacts.default
  const isDefaultWord = (text: string): boolean =>
    typeof defaultValue !== 'object' && text === String(defaultValue)
  const wordsByUse = [...new Set([...listExplainedKeywords(key), ...words])].filter((word) =>
    words.includes(word),
  )
  return [
    ...wordsByUse.filter(isDefaultWord),
    ...wordsByUse.filter((word) => !isDefaultWord(word)),
  ].map((text) => (isDefaultWord(text) ? { text, detail: 'default', isDefault: true } : { text }))
}

function listKnownValues(context: CompletionContext, place: SchemaPlace): readonly Candidate[] {
  const { key } = place
  const words = listWords(key)
  if (words.length > 0) return createWordCandidates(place, words)
  if (key.format?.name.startsWith('duration')) return listDurations(key)
  if (!key.kinds.has('text')) return listNumbers(key)
  const { default: defaultValue } = key.keyFacts
  const defaults =
    typeof defaultValue === 'string' && defaultValue !== ''
      ? [{ text: defaultValue, detail: 'default', isDefault: true }]
      : []
  const likelyValues = [...listNames(context, place), ...defaults, ...listAddresses(context, place)]
  const examples = texts[key.index]?.examples ?? []
  return likelyValues.length > 0
    ? likelyValues
    : examples.flatMap((text) =>
        typeof text === 'string'
          ? [{ text: adaptExample(text, context.facts), detail: 'example' }]
          : [],
      )
}

/** Interfaces of this machine, link groups, or hosts, depending on what the key expects. */
function listNames({ facts }: CompletionContext, { key, path, parent }: SchemaPlace): Candidate[] {
  if (key.format?.name === 'interface-name' || key.format?.name === 'interface')
    return facts.interfaces().map((text) => ({ text, detail: 'interface of this machine' }))
  const list = path.endsWith('[]') && parent ? parent.key : key
  const { defines, mentions = defines } = texts[list.index] ?? {}
  if (mentions === 'group') return ['default', ...facts.groups()].map((text) => ({ text }))
  if (mentions !== 'host' || !key.loadsVerbatim) return []
  if (key.format?.name === 'ip')
    return [...facts.hosts().filter(isIp), '127.0.0.1'].map((text) => ({ text }))
  return key.format?.name === 'text'
    ? [...facts.hosts().filter((host) => !isIp(host)), 'localhost'].map((text) => ({ text }))
    : []
}

/** Whether values can be offered for a key, whatever the file contains. */
export function hasKnownValues(place: SchemaPlace, facts: CompletionFacts): boolean {
  const { key } = place
  const defaultValue = key.keyFacts.default
  return (
    listWords(key).length > 1 ||
    key.format?.name.startsWith('duration') === true ||
    (typeof defaultValue !== 'object' && defaultValue !== undefined && defaultValue !== '') ||
    createExample(place, facts) !== '' ||
    (texts[key.index]?.examples ?? []).length > 0
  )
}

/** Known values and files for a key; after a dollar sign, variables instead. */
export function listValueOffers(context: CompletionContext, place: SchemaPlace): Offer[] {
  if (/\$\{?\w*$/.test(getTypedText(context))) return listVariableOffers(context)
  const canOffer = createPrefixTest(context)
  const candidates = listCandidates(context, place).filter(({ text }) => canOffer(text))
  const filter = createFilter(
    context,
    candidates.map(({ text }) => text),
  )
  const offers = candidates.map((candidate, rank) =>
    createValueOffer(context, place, candidate, { rank, filter }),
  )
  return [...offers, ...listFileOffers(context, place, offers.length)]
}

function createValueOffer(
  context: CompletionContext,
  { key, path }: SchemaPlace,
  { text, detail, isDefault }: Candidate,
  { rank, filter }: { rank: number; filter: (text: string) => string },
): Offer {
  const isText = key.kinds.has('text') && !isSwitch(key)
  return {
    kind: 'value',
    rank,
    ...(detail !== undefined && { detail }),
    resolve: { path, value: text },
    ...(isDefault && { preselect: true }),
    ...createInsertion(context, {
      label: text,
      filter: chooseShorter(cutNumber(text, getTypedText(context)), filter(text)),
      text: isText ? formatTypedText(context, text) : text,
      keepsQuotes: isText,
    }),
  }
}

const chooseShorter = (cut: string | undefined, text: string): string =>
  cut !== undefined && cut.length <= text.length ? cut : text

/**
 * The filter text for a value with a number: the text before the last number, or nothing if the value starts with a
 * digit. So editors stop offering the value when the user types a digit of that number. A user who types `3` or
 * `tls:0.0.0.0:30` may mean exactly that, so Enter must not replace it with `30s` or another port. Undefined if the
 * value has no number, or if the filter text would not begin with the typed text.
 */
function cutNumber(text: string, typedText: string): string | undefined {
  if (!/\d/.test(text)) return undefined
  const start = /^\d/.test(text) ? '' : withoutTail(withoutTail(text, /\D/), /\d/)
  // Editors filter by the label if the filter text is empty.
  return start.startsWith(typedText) ? start || ' ' : undefined
}

/** Each completion shows the variable's value, unless it may be secret. */
function listVariableOffers(context: CompletionContext): Offer[] {
  const { view, cursor, offset, facts } = context
  const typedText = /\$\{?\w*$/.exec(getTypedText(context))?.[0] ?? ''
  const start = offset - typedText.length
  const textAfter = /^\w*\}?/.exec(view.text.slice(offset, cursor.end))?.[0] ?? ''
  const end = offset + textAfter.length
  const hasBraces = cursor.quote !== '' || !cursor.isFlow
  const isSecretName = createSecretVariableTest(view.readResult)
  return facts.variables().map((name, rank): Offer => {
    const text = hasBraces ? `\${${name}}` : `$${name}`
    const value = view.readResult.environment?.[name]
    return {
      label: text,
      kind: 'variable',
      rank,
      ...(value && !isSecretName(name) && { detail: formatDetail(value) }),
      insert: {
        start,
        end,
        ...(end > offset && { insertEnd: offset }),
        text: text + (cursor.needsClosingQuote && end === cursor.end ? cursor.quote : ''),
        isSnippet: false,
      },
    }
  })
}

const maxDetailLength = 60

const formatDetail = (value: string): string =>
  value.length > maxDetailLength ? `${value.slice(0, maxDetailLength - 1)}…` : value

/** A candidate has no placeholders, so that the next Enter starts a new line and replaces no part of the value. */
export type Candidate = { text: string; detail?: string; isDefault?: boolean }

type ProtocolHint = { name: string; detail: string; port?: string; isDialOnly?: true }

/** Protocols, the most common first, some with their usual port. */
const protocols: readonly ProtocolHint[] = [
  { name: 'tls', detail: 'TLS' },
  { name: 'wss', detail: 'WebSocket over TLS', port: '443' },
  { name: 'dtls', detail: 'DTLS over UDP' },
  { name: 'tcp', detail: 'plain TCP' },
  { name: 'udp', detail: 'plain UDP' },
  { name: 'ws', detail: 'plain WebSocket', port: '80', isDialOnly: true },
]

const formatsWithProtocol = new Set(['address', 'listen-address', 'edge-address', 'link-advertise'])

const formatsWithPort = new Set([
  ...formatsWithProtocol,
  'udp-address',
  'edge-advertise',
  'host-port',
])

/** The port of another address in the same list item, or else a free port. */
const choosePort = (context: CompletionContext, place: SchemaPlace): string =>
  findPortBeside(context) ?? chooseFreePort(findExample(place.key) ?? '', context.facts)

/**
 * The port of the first other address in the list item at the cursor; undefined if there is no such address or port.
 */
function findPortBeside({
  view,
  cursor: { document, path },
}: CompletionContext): string | undefined {
  const itemPath = path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1)
  const scope = { document, environment: view.readResult.environment }
  const findPortIn = (mapPath: Path): string | undefined => {
    const value = document.find(mapPath)?.value
    if (value?.kind !== 'map') return undefined
    for (const name of document.entries(value).byName.keys()) {
      const innerPath = [...mapPath, name]
      const schemaValue = findSchemaValue(scope, view.model.schema, innerPath)
      if (schemaValue?.value.kind === 'map' && mapPath === itemPath) {
        const port = findPortIn(innerPath)
        if (port !== undefined) return port
      }
      const isOther = formatPath(innerPath) !== formatPath(path)
      if (
        isOther &&
        schemaValue?.value.kind === 'text' &&
        formatsWithPort.has(schemaValue.key.format?.name ?? '')
      )
        return /:(\d+)$/.exec(schemaValue.value.value)?.[1]
    }
    return undefined
  }
  return itemPath.length > 0 ? findPortIn(itemPath) : undefined
}

/** The host of the example, or a known host if the example has no port or uses `exampleHost`. */
function chooseHost({ facts }: CompletionContext, { key }: SchemaPlace): string {
  const [port = '', host] = (findExample(key) ?? '').split(':').reverse()
  return host === undefined || host === exampleHost || !/^\d+$/.test(port) ? getHost(facts) : host
}

function listProtocolAddresses(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const schemes = place.key.keyFacts['x-schemes'] ?? []
  const host = chooseHost(context, place)
  const port = choosePort(context, place)
  return protocols
    .filter(({ name, isDialOnly }) => schemes.includes(name) && !(isDialOnly && host === '0.0.0.0'))
    .map(({ name, detail, port: usualPort = port }) => ({
      text: `${name}:${host}:${usualPort}`,
      detail,
    }))
}

/** Every known host with the port of the listener or a free port, then the first host with other ports in use. */
function listHostAddresses(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const { facts } = context
  const port = choosePort(context, place)
  const hosts = facts.hosts().length > 0 ? facts.hosts() : [getHost(facts)]
  const otherPorts = facts.ports().filter((other) => other !== port)
  return [
    ...hosts.map((host) => ({ text: `${host}:${port}` })),
    ...otherPorts.map((other) => ({ text: `${hosts[0] ?? ''}:${other}`, detail: 'port in use' })),
  ]
}

/**
 * Addresses for a key, depending on its format: hosts and ports for clients, or addresses with the protocols that the
 * key accepts. Empty for other formats.
 */
function listAddresses(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const format = place.key.format?.name ?? ''
  if (format === 'edge-advertise') return listHostAddresses(context, place)
  return formatsWithProtocol.has(format) ? listProtocolAddresses(context, place) : []
}

/** Matches file names of certificates and keys. */
const credentialNamePattern = /\.(?:cert|crt|cer|pem|key|cas?|chain|p12)$|cert|\bca\b|key/i

/**
 * Files and folders in the typed folder. If the key expects a certificate or a private key, files are only offered if
 * their names suggest either.
 */
function listFileOffers(context: CompletionContext, { key }: SchemaPlace, rank: number): Offer[] {
  const format = key.format?.name ?? ''
  const { files } = context.options
  if (!files || !['certificate', 'key', 'path', 'filled-path'].includes(format)) return []
  const typedText = getTypedText(context).replace(/^["']/, '')
  const folder = typedText.slice(0, typedText.lastIndexOf('/') + 1)
  const canOffer = createPrefixTest(context)
  const names = files(folder).filter(
    (name) =>
      canOffer(folder + name) &&
      (name.endsWith('/') || format.endsWith('path') || credentialNamePattern.test(name)),
  )
  const likelyNamePattern = format === 'key' ? /key/i : /cert|crt|pem|ca|chain/i
  const filter = createFilter(
    context,
    names.map((name) => folder + name),
  )
  const order = (name: string): number =>
    name.endsWith('/') ? 2 : likelyNamePattern.test(name) ? 0 : 1
  return names.map((name): Offer => ({
    ...createInsertion(context, {
      label: name,
      filter: filter(folder + name),
      text: formatTypedText(context, folder + name),
      keepsQuotes: true,
    }),
    kind: 'file',
    rank: rank + order(name),
  }))
}
