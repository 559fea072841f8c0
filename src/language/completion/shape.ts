import { scalar } from '../../edit/replace.js'
import type { Style } from '../style.js'

/** A place to fill in: what stands there at first, what else may, and a name where several places are filled in alike. */
export type Blank = { blank: string; choices?: readonly string[]; name?: string }

/** A value to be written: text, places to fill in, lists and maps of them. */
export type Shape = string | Blank | readonly Shape[] | { readonly [name: string]: Shape }

/** Writes shapes as a snippet; the places to fill in are numbered as they come. */
export type Writer = { style: Style; stops: Map<string, number>; next: () => number }

export function writerOf(style: Style): Writer {
  let count = 0
  return { style, stops: new Map(), next: () => (count += 1) }
}

const isBlank = (shape: Shape): shape is Blank =>
  typeof shape === 'object' && 'blank' in shape && typeof shape.blank === 'string'

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape)

/** A text in a snippet, where some signs have a meaning. */
const literal = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&')

/** A place to fill in, as snippets write it. */
function stop({ stops, next }: Writer, { blank, choices = [], name }: Blank): string {
  const known = name === undefined ? undefined : stops.get(name)
  const number = known ?? next()
  if (name !== undefined) stops.set(name, number)
  if (choices.length > 1)
    return `\${${number}|${choices.map((choice) => choice.replaceAll(/[\\,|]/g, '\\$&')).join()}|}`
  return blank === '' ? `$${number}` : `\${${number}:${literal(blank)}}`
}

function inline(writer: Writer, shape: string | Blank): string {
  return typeof shape === 'string' ? literal(scalarOf(shape)) : stop(writer, shape)
}

/** Numbers and switches stand as they are, other texts as the scalar that is read as that text. */
const scalarOf = (text: string): string =>
  /^(?:true|false|-?\d+(?:\.\d+)?|\[\]|\{\})$/.test(text) ? text : scalar(text)

/** The lines of a value, without indentation of their own. */
export function blockLines(writer: Writer, shape: Shape): string[] {
  if (typeof shape === 'string' || isBlank(shape)) return [inline(writer, shape)]
  if (isList(shape))
    return shape.flatMap((item) =>
      blockLines(writer, item).map((line, index) => (index === 0 ? '- ' : '  ') + line),
    )
  return Object.entries(shape).flatMap(([name, value]) => entryLines(writer, name, value))
}

/** The lines of an entry of a map. */
export function entryLines(writer: Writer, name: string, value: Shape): string[] {
  if (typeof value === 'string' || isBlank(value)) return [`${name}: ${inline(writer, value)}`]
  const indent = ' '.repeat(isList(value) ? writer.style.dash : writer.style.step)
  const lines = blockLines(writer, value)
  return [
    `${name}:`,
    ...(lines.length > 0 ? lines : [stop(writer, { blank: '' })]).map((line) => indent + line),
  ]
}

/** A value in braces and brackets. */
export function flowText(writer: Writer, shape: Shape): string {
  if (typeof shape === 'string' || isBlank(shape)) return inline(writer, shape)
  if (isList(shape)) return `[${shape.map((item) => flowText(writer, item)).join(', ')}]`
  const entries = Object.entries(shape).map(
    ([name, value]) => `${name}: ${flowText(writer, value)}`,
  )
  return `{ ${entries.length > 0 ? entries.join(', ') : stop(writer, { blank: '' })} \\}`
}
