import { withoutTail } from '../../document/tails.js'
import type { Path } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import { toMilliseconds } from '../../formats/duration.js'
import { texts } from '../../generated/texts.js'
import { memoizePerObject } from '../../document/lazy.js'
import { createSecretVariableTest } from '../../schema/secret-values.js'
import type { SchemaNode } from '../../schema/key.js'
import type { SchemaPlace } from '../../schema/places.js'
import { findVisited } from '../../schema/visit.js'
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
  createBeginningTest,
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

/** Durations are offered only up to this many times shorter or longer than the default. */
const maxRatio = 30

/** Durations that a key accepts, the default first. */
const listDurations = memoizePerObject(({ source, bounds }: SchemaNode): readonly Candidate[] => {
  const usual = typeof source.default === 'string' ? source.default : undefined
  const middle = usual === undefined ? 0 : toMilliseconds(usual)
  const { least = -Infinity, most = Infinity } = bounds ?? {}
  const near = presetDurations.filter((text) => {
    const value = toMilliseconds(text)
    return (
      value >= least &&
      value <= most &&
      (middle === 0 || (value >= middle / maxRatio && value <= middle * maxRatio))
    )
  })
  const ends = [source['x-min'], source['x-max']].filter(
    (text) => text !== undefined && text !== '1ns',
  )
  return [
    ...(usual === undefined ? [] : [{ text: usual, detail: 'default', isDefault: true }]),
    ...near.map((text) => ({ text })),
    ...ends.map((text) => ({
      text: text ?? '',
      detail: text === source['x-min'] ? 'shortest' : 'longest',
    })),
  ]
})

/** The default of a number, and its bounds if they are useful. */
function listNumbers(key: SchemaNode): Candidate[] {
  const {
    source: { default: usual },
    bounds,
  } = key
  const ends = bounds
    ? [
        { value: bounds.least, detail: 'smallest' },
        { value: bounds.most, detail: 'largest' },
      ]
    : []
  return [
    ...(typeof usual === 'number'
      ? [{ text: formatNumeral(key, usual), detail: 'default', isDefault: true }]
      : []),
    ...ends
      .filter(({ value }) => Number.isFinite(value) && Math.abs(value) <= 1e6 && !bounds?.open)
      .map(({ value, detail }) => ({ text: formatNumeral(key, value), detail })),
  ]
}

/** Possible values of a key, or further items of a list; the default first. */
export function listCandidates(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const {
    cursor: { document, path },
  } = context
  const list = typeof path.at(-1) === 'number' ? document.find(path.slice(0, -1))?.value : undefined
  const listed = new Set(
    list?.kind === 'list' ? list.items.map((item) => (item.kind === 'text' ? item.value : '')) : [],
  )
  return listKnownValues(context, place).filter(({ text }) => !listed.has(text) && listed.add(text))
}

/** Words, the default first, then the most used. Their documentation says what they mean. */
function describeWords({ key }: SchemaPlace, words: readonly string[]): Candidate[] {
  const usual = key.source.default
  const isUsual = (text: string): boolean => typeof usual !== 'object' && text === String(usual)
  const byUse = [...new Set([...listExplainedKeywords(key), ...words])].filter((word) =>
    words.includes(word),
  )
  return [...byUse.filter(isUsual), ...byUse.filter((word) => !isUsual(word))].map((text) =>
    isUsual(text) ? { text, detail: 'default', isDefault: true } : { text },
  )
}

function listKnownValues(context: CompletionContext, place: SchemaPlace): readonly Candidate[] {
  const { key } = place
  const words = listWords(key)
  if (words.length > 0) return describeWords(place, words)
  if (key.format?.name.startsWith('duration')) return listDurations(key)
  if (!key.kinds.has('text')) return listNumbers(key)
  const { default: usual } = key.source
  const written =
    typeof usual === 'string' && usual !== ''
      ? [{ text: usual, detail: 'default', isDefault: true }]
      : []
  const likely = [...listNames(context, place), ...written, ...listAddresses(context, place)]
  const examples = texts[key.index]?.examples ?? []
  return likely.length > 0
    ? likely
    : examples.flatMap((text) =>
        typeof text === 'string'
          ? [{ text: adaptExample(text, context.facts), detail: 'example' }]
          : [],
      )
}

/** Names of groups and hosts that the file has elsewhere, for a key or the items of a list that may have them. */
function listNames({ facts }: CompletionContext, { key, path, parent }: SchemaPlace): Candidate[] {
  if (key.format?.name === 'interface-name' || key.format?.name === 'interface')
    return facts.interfaces().map((text) => ({ text, detail: 'interface of this machine' }))
  const list = path.endsWith('[]') && parent ? parent.key : key
  const { defines, mentions = defines } = texts[list.index] ?? {}
  if (mentions === 'group') return ['default', ...facts.groups()].map((text) => ({ text }))
  if (mentions !== 'host' || !key.loadsText) return []
  if (key.format?.name === 'ip')
    return [...facts.hosts().filter(isIp), '127.0.0.1'].map((text) => ({ text }))
  return key.format?.name === 'text'
    ? [...facts.hosts().filter((host) => !isIp(host)), 'localhost'].map((text) => ({ text }))
    : []
}

/** Whether a list of values can be offered for a key in any file. */
export function hasKnownValues(place: SchemaPlace, facts: CompletionFacts): boolean {
  const { key } = place
  const usual = key.source.default
  return (
    listWords(key).length > 1 ||
    key.format?.name.startsWith('duration') === true ||
    (typeof usual !== 'object' && usual !== undefined && usual !== '') ||
    createExample(place, facts) !== '' ||
    (texts[key.index]?.examples ?? []).length > 0
  )
}

/** The values that a key may have, the default first. */
export function listValueOffers(context: CompletionContext, place: SchemaPlace): Offer[] {
  if (/\$\{?\w*$/.test(getTypedText(context))) return listVariableOffers(context)
  const canBecome = createBeginningTest(context)
  const candidates = listCandidates(context, place).filter(({ text }) => canBecome(text))
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
  { text, detail, isDefault, snippet }: Candidate,
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
      filter: toShorter(cutNumber(text, getTypedText(context)), filter(text)),
      text: isText ? (snippet ?? formatTypedText(context, text)) : text,
      within: isText,
      isSnippet: snippet !== undefined,
    }),
  }
}

const toShorter = (cut: string | undefined, text: string): string =>
  cut !== undefined && cut.length <= text.length ? cut : text

/**
 * The filter text for a value with a number: the text before its last number. A user who types `3` or `tls:0.0.0.0:30`
 * may mean exactly that, and Enter must not replace it by `30s` or another port.
 */
function cutNumber(text: string, typed: string): string | undefined {
  if (!/\d/.test(text)) return undefined
  const start = /^\d/.test(text) ? '' : withoutTail(withoutTail(text, /\D/), /\d/)
  // Editors take the label instead of an empty text.
  return start.startsWith(typed) ? start || ' ' : undefined
}

/** Variables, after a dollar sign. */
function listVariableOffers(context: CompletionContext): Offer[] {
  const { view, cursor, offset, facts } = context
  const typed = /\$\{?\w*$/.exec(getTypedText(context))?.[0] ?? ''
  const start = offset - typed.length
  const textAfter = /^\w*\}?/.exec(view.text.slice(offset, cursor.end))?.[0] ?? ''
  const end = offset + textAfter.length
  const hasBraces = cursor.quote !== '' || !cursor.flow
  const isSecretName = createSecretVariableTest(view.reading)
  return facts.variables().map((name, rank): Offer => {
    const text = hasBraces ? `\${${name}}` : `$${name}`
    const value = view.reading.environment?.[name]
    return {
      label: text,
      kind: 'variable',
      rank,
      ...(value && !isSecretName(name) && { detail: formatDetail(value) }),
      insert: {
        start,
        end,
        ...(end > offset && { insertEnd: offset }),
        text: text + (cursor.closes && end === cursor.end ? cursor.quote : ''),
        isSnippet: false,
      },
    }
  })
}

const maxDetailLength = 60

const formatDetail = (value: string): string =>
  value.length > maxDetailLength ? `${value.slice(0, maxDetailLength - 1)}…` : value

/** A possible value; `snippet` is inserted instead if parts of it are placeholders. */
export type Candidate = { text: string; detail?: string; isDefault?: boolean; snippet?: string }

type ProtocolHint = { name: string; detail: string; port?: string; dialed?: true }

/** Protocols, the most common first, some with their usual port. */
const protocols: readonly ProtocolHint[] = [
  { name: 'tls', detail: 'TLS' },
  { name: 'wss', detail: 'WebSocket over TLS', port: '443' },
  { name: 'dtls', detail: 'DTLS over UDP' },
  { name: 'tcp', detail: 'plain TCP' },
  { name: 'udp', detail: 'plain UDP' },
  { name: 'ws', detail: 'plain WebSocket', port: '80', dialed: true },
]

const formatsWithProtocol = new Set(['address', 'listen-address', 'edge-address', 'link-advertise'])

const formatsWithPort = new Set([
  ...formatsWithProtocol,
  'udp-address',
  'edge-advertise',
  'host-port',
])

/** The port that another key of the same entry uses, or a free one. */
const choosePort = (context: CompletionContext, place: SchemaPlace): string =>
  findPortBeside(context) ?? chooseFreePort(findExample(place.key) ?? '', context.facts)

/** The port of another address in the same entry of a list. */
function findPortBeside({
  view,
  cursor: { document, path },
}: CompletionContext): string | undefined {
  const item = path.slice(0, path.findLastIndex((step) => typeof step === 'number') + 1)
  const scope = { document, environment: view.reading.environment }
  const findIn = (map: Path): string | undefined => {
    const value = document.find(map)?.value
    if (value?.kind !== 'map') return undefined
    for (const name of document.entries(value).named.keys()) {
      const inner = [...map, name]
      const found = findVisited(scope, view.model.schema, inner)
      if (found?.value.kind === 'map' && map === item) {
        const port = findIn(inner)
        if (port !== undefined) return port
      }
      const isOther = formatPath(inner) !== formatPath(path)
      if (
        isOther &&
        found?.value.kind === 'text' &&
        formatsWithPort.has(found.key.format?.name ?? '')
      )
        return /:(\d+)$/.exec(found.value.value)?.[1]
    }
    return undefined
  }
  return item.length > 0 ? findIn(item) : undefined
}

/** The host for an address: the host in the example, or a host of this file if the example has the router's host. */
function chooseHost({ facts }: CompletionContext, { key }: SchemaPlace): string {
  const [port = '', host] = (findExample(key) ?? '').split(':').reverse()
  return host === undefined || host === exampleHost || !/^\d+$/.test(port) ? getHost(facts) : host
}

function listWithProtocols(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const schemes = place.key.source['x-schemes'] ?? []
  const host = chooseHost(context, place)
  const port = choosePort(context, place)
  return protocols
    .filter(({ name, dialed }) => schemes.includes(name) && !(dialed && host === '0.0.0.0'))
    .map(({ name, detail, port: usual = port }) => ({
      text: `${name}:${host}:${usual}`,
      detail,
      snippet: `${name}:\${1:${host}}:\${2:${usual}}`,
    }))
}

/** Hosts and ports for clients; first the port of the listener, then the other ports that the router listens on. */
function listWithHosts(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const { facts } = context
  const port = choosePort(context, place)
  const hosts = facts.hosts().length > 0 ? facts.hosts() : [getHost(facts)]
  const others = facts.ports().filter((other) => other !== port)
  return [
    ...hosts.map((host) => ({ text: `${host}:${port}` })),
    ...others.map((other) => ({ text: `${hosts[0] ?? ''}:${other}`, detail: 'port in use' })),
  ]
}

/** Addresses for a key: with every protocol of the release, the hosts in the file, and fitting ports. */
function listAddresses(context: CompletionContext, place: SchemaPlace): Candidate[] {
  const format = place.key.format?.name ?? ''
  if (format === 'edge-advertise') return listWithHosts(context, place)
  return formatsWithProtocol.has(format) ? listWithProtocols(context, place) : []
}

/** File names of certificates and keys. */
const credentialName = /\.(?:cert|crt|cer|pem|key|cas?|chain|p12)$|cert|\bca\b|key/i

/** Files in the typed folder, for keys that name a file. For certificates and keys, only files that look like one. */
function listFileOffers(context: CompletionContext, { key }: SchemaPlace, rank: number): Offer[] {
  const format = key.format?.name ?? ''
  const { files } = context.options
  if (!files || !['certificate', 'key', 'path', 'filled-path'].includes(format)) return []
  const typed = getTypedText(context).replace(/^["']/, '')
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  const canBecome = createBeginningTest(context)
  const names = files(folder).filter(
    (name) =>
      canBecome(folder + name) &&
      (name.endsWith('/') || format.endsWith('path') || credentialName.test(name)),
  )
  const usualName = format === 'key' ? /key/i : /cert|crt|pem|ca|chain/i
  const filter = createFilter(
    context,
    names.map((name) => folder + name),
  )
  const order = (name: string): number => (name.endsWith('/') ? 2 : usualName.test(name) ? 0 : 1)
  return names.map((name): Offer => ({
    ...createInsertion(context, {
      label: name,
      filter: filter(folder + name),
      text: formatTypedText(context, folder + name),
      within: true,
    }),
    kind: 'file',
    rank: rank + order(name),
  }))
}
