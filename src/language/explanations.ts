import { escapeMarkdown, formatCode } from '../document/markdown.js'
import { parseAddress, splitHostPort } from '../formats/address.js'
import { formatDuration, parseDuration } from '../formats/duration.js'
import { texts } from '../generated/texts.js'
import type { SchemaNode } from '../schema/key.js'
import type { Description, KeyFact } from '../schema/describe.js'
import { formatCondition, formatHistory, listFacts } from '../schema/describe.js'
import { getKeyUrl } from '../schema/site.js'

const millisecondsByUnit: Readonly<Record<string, number>> = { ms: 1, s: 1000 }

/** Separates the thousands of an integer with spaces; other numbers are unchanged. */
const formatThousands = (value: number): string =>
  Number.isInteger(value) ? String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ') : String(value)

const protocolNames: Readonly<Record<string, string>> = {
  tls: 'TLS',
  wss: 'WebSocket over TLS',
  ws: 'WebSocket',
  dtls: 'DTLS',
  tcp: 'TCP',
  udp: 'UDP',
}

function explainDuration(text: string): string | undefined {
  const parsedDuration = parseDuration(text)
  return 'nanoseconds' in parsedDuration
    ? `${formatCode(text)} = ${formatThousands(Number(parsedDuration.nanoseconds) / 1e6)} ms`
    : undefined
}

function explainAddress(text: string, { keyFacts }: SchemaNode): string | undefined {
  const parsedAddress = parseAddress(text, {
    schemes: keyFacts['x-schemes'] ?? Object.keys(protocolNames),
    allowsBrackets: keyFacts['x-brackets'] ?? true,
  })
  if (!parsedAddress) return undefined
  const { protocol, host, port } = parsedAddress
  const hostText = ['', '0.0.0.0', '[::]'].includes(host)
    ? `${formatCode(host === '' ? '""' : host)} (every interface)`
    : formatCode(host)
  return `protocol ${protocolNames[protocol] ?? protocol}, host ${hostText}, port ${port === undefined ? 'none' : formatCode(String(port))}`
}

function explainHostPort(text: string): string | undefined {
  const parts = splitHostPort(text)
  return parts && `host ${formatCode(parts.host)}, port ${formatCode(parts.port)}`
}

/** The meaning of a string as the value of a key; undefined if it is malformed or self-explanatory. */
export function explainValue(key: SchemaNode, text: string): string | undefined {
  const format = key.format?.name ?? ''
  const unit = millisecondsByUnit[key.keyFacts['x-unit'] ?? '']
  if (format.startsWith('duration') && !/^\d+$/.test(text)) return explainDuration(text)
  if (/address$|^link-advertise$/.test(format)) return explainAddress(text, key)
  if (/host-port|^edge-advertise$/.test(format)) return explainHostPort(text)
  if (unit !== undefined && /^\d+$/.test(text) && Number(text) > 0)
    return `${formatCode(text)} ${key.keyFacts['x-unit']} = ${formatCode(formatDuration(Number(text) * unit))}`
  const word = format === 'tunnel-mode' && text.startsWith('tproxy:') ? 'tproxy' : text
  const explanation = explainKeyword(key, word)
  return explanation === undefined ? undefined : `${formatCode(text)}: ${explanation}`
}

export const explainKeyword = (key: SchemaNode, word: string): string | undefined =>
  texts[key.index]?.meanings?.[word]

/** The words of a key that have an explanation, the most used first. */
export const listExplainedKeywords = (key: SchemaNode): readonly string[] =>
  Object.keys(texts[key.index]?.meanings ?? {})

export function linkToKey(path: string): string[] {
  const url = getKeyUrl(path)
  return url === undefined ? [] : [`[More about ${formatCode(path)}](${url})`]
}

export const linkToSection = (path: string): string[] => linkToKey(/^\w*/.exec(path)?.[0] ?? '')

/**
 * A key of the schema as Markdown: its paths, its purpose, a list of facts and its changes. `fileFacts` say what the
 * key does in one file, and come first in the list of facts.
 */
export function describeAsMarkdown(
  description: Description,
  {
    paths = [description.path],
    fileFacts = [],
  }: { paths?: readonly string[]; fileFacts?: readonly string[] } = {},
): string {
  const facts = [
    ...fileFacts.map((text) => `- ${text}`),
    ...mergeFailures(listFacts(description)).map(
      ({ name, text, code: isCode }) =>
        `- ${name}: ${isCode ? formatCode(text) : escapeMarkdown(text)}`,
    ),
  ]
  const histories = [
    { title: 'Changes', changes: description.changes },
    { title: 'In later releases', changes: description.later },
  ]
  return [
    paths
      .map((path) => `**${formatCode(path)}**${description.deprecated ? ' (deprecated)' : ''}`)
      .join('  \n'),
    escapeMarkdown(description.text),
    facts.join('\n'),
    ...histories.flatMap(({ title, changes }) =>
      changes.length > 0
        ? [
            [
              `${title}:`,
              '',
              ...formatHistory(changes).map((change) => `- ${escapeMarkdown(change)}`),
            ].join('\n'),
          ]
        : [],
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Merges the facts about failures with the same effect: "if empty, of the wrong type or malformed". */
export function mergeFailures(facts: readonly KeyFact[]): KeyFact[] {
  const conditionsByEffect = new Map<string, string[]>()
  for (const { condition, text } of facts)
    if (condition !== undefined)
      conditionsByEffect.set(text, [...(conditionsByEffect.get(text) ?? []), condition])
  return facts.flatMap((fact) => {
    if (fact.condition === undefined) return [fact]
    const conditions = conditionsByEffect.get(fact.text) ?? []
    return conditions[0] === fact.condition ? [{ ...fact, name: formatCondition(conditions) }] : []
  })
}
