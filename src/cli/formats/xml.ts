import { visible } from '../visible.js'

export type Element = {
  name: string
  attributes?: Readonly<Record<string, string | number>>
  content?: readonly Element[] | string
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

/** A text for XML 1.0: line ends as references, as an attribute would lose them, and no character that XML forbids. */
const escape = (text: string): string =>
  visible(text.replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? '')).replaceAll(
    /[\p{Surrogate}\ufffe\uffff]/gu,
    '\ufffd',
  )

function lines({ name, attributes = {}, content = [] }: Element, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join('')}`
  if (typeof content === 'string')
    return `${start}>${content.split('\n').map(escape).join('\n')}</${name}>\n`
  return content.length === 0
    ? `${start}/>\n`
    : `${start}>\n${content.map((child) => lines(child, `${indent}  `)).join('')}${indent}</${name}>\n`
}

/** A document of XML 1.0. */
export const xml = (root: Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${lines(root, '')}`
