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
 * Escapes a string for XML 1.0: line ends become references, because attributes would lose them, and characters that
 * XML forbids are removed.
 */
const escapeXml = (text: string): string =>
  escapeControls(
    text.replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? ''),
  ).replaceAll(/[\p{Surrogate}\ufffe\uffff]/gu, '\ufffd')

function formatElement(
  { name, attributes = {}, content = [] }: XmlElement,
  indent: string,
): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')}`
  if (typeof content === 'string')
    return `${start}>${content.split('\n').map(escapeXml).join('\n')}</${name}>\n`
  return content.length === 0
    ? `${start}/>\n`
    : `${start}>\n${content.map((child) => formatElement(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** An XML 1.0 document. */
export const formatXml = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${formatElement(root, '')}`
