import { escapeControls } from '../ui/text.js'

export type XmlElement = {
  name: string
  attributes?: Readonly<Record<string, string | number>>
  content?: readonly XmlElement[] | string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * Escapes a string for XML 1.0. Tabs and line ends become character references, because attributes would lose them.
 * Other control characters become escapes such as `\u001b`; other characters that XML forbids become U+FFFD.
 */
const escapeXml = (text: string): string =>
  escapeControls(
    text.replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? ''),
  ).replaceAll(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')

function* formatElement(
  { name, attributes = {}, content = [] }: XmlElement,
  indent: string,
): Generator<string, void> {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')}`
  if (typeof content === 'string')
    yield `${start}>${content.split('\n').map(escapeXml).join('\n')}</${name}>\n`
  else if (content.length === 0) yield `${start}/>\n`
  else {
    yield `${start}>\n`
    for (const child of content) yield* formatElement(child, `${indent}  `)
    yield `${indent}</${name}>\n`
  }
}

export function* formatXml(root: XmlElement): Generator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield* formatElement(root, '')
}
