import { impliedTag, shortTag } from './dialect.js'
import type { Node, Scalar } from './nodes.js'
import type { Parser } from './parser.js'
import { onFirstLine } from './problem.js'
import type { YamlProblem } from './problem.js'
import { quote } from './recovery/lines.js'
import { decodeUtf8, encodeUtf8 } from './utf8.js'

/** What is wrong with a document that is no map, as the router needs one. */
export function rootProblem(
  parser: Parser,
  lineOf: (offset: number) => number,
): YamlProblem | undefined {
  const { root, scanner, origin } = parser
  if (root === undefined) {
    const message = 'the text holds no document; a router file is a map of sections'
    return { code: 'empty-document', start: 0, end: 0, message, router: 'EOF', outcome: 'refuses' }
  }
  if (root.kind === 'map') return undefined
  const isWritten = root.start < root.end
  const span = onFirstLine(scanner, isWritten ? root : { start: origin, end: scanner.length })
  const found = quote(scanner.text, span)
  if (root.kind === 'null') {
    const message =
      'the document is null, at which the router crashes; a router file is a map of sections'
    return {
      code: 'null-document',
      ...span,
      message,
      router: 'assignment to entry in nil map',
      outcome: 'crashes',
    }
  }
  const what = root.kind === 'list' ? 'a list' : 'a single value'
  const message = `${found} is ${what}; a router file is a map of sections`
  const place = `yaml: unmarshal errors:\n  line ${lineOf(origin) + 1}: cannot unmarshal`
  const router = `${place} ${describeRoot(parser, root)} into map[interface {}]interface {}`
  return { code: 'root-not-map', ...span, message, router, outcome: 'refuses' }
}

const longest = 10
const shown = 7

function describeRoot({ rootText }: Parser, root: Node): string {
  if (root.kind === 'list' || root.kind === 'map' || root.kind === 'alias') return '!!seq'
  const tag = tagOf(root, rootText)
  // It takes the tag for what it is, and adds the text as it is.
  if (tag === '!!map' || tag === '!!seq') return `${tag}${rootText}`
  const octets = encodeUtf8(rootText)
  const text = octets.length > longest ? `${printed(octets.slice(0, shown))}...` : rootText
  return `${tag} \`${text}\``
}

function tagOf(root: Scalar, text: string): string {
  return root.tag === undefined
    ? impliedTag(root, root.style === 'plain', text)
    : shortTag(root.tag)
}

// yaml.v2 cuts between octets; what is left of a character cannot be printed.
function printed(octets: readonly number[]): string {
  return decodeUtf8(octets).replace(/\p{Cs}/gu, '\ufffd')
}
