import { decodeUtf8 } from './utf8.js'
import { decodingFaults } from './decode.js'
import { impliedTag, shortTag } from './dialect.js'
import { parseDocument } from './document.js'
import { Fault } from './fault.js'
import { closeAll, openParser } from './parser.js'
import { openScanner } from './scanner.js'
import { countBreaks } from './characters.js'
export * from './nodes.js'
export { fields } from './fields.js'

export function parseYaml(text: string): any {
  const parser = openParser(openScanner(text))
  const { scanner } = parser
  const line = (offset: number) => countBreaks(scanner.text, Math.min(offset, scanner.length)) + (offset > scanner.length ? 1 : 0) - (scanner.window?.swallowed.filter(o => o < offset).length ?? 0)
  const words = (f: Fault) => {
    const l = line(f.noticed)
    const w = l > 0 && (f.source === 'scanner' || f.source === 'parser') ? `line ${f.source === 'scanner' ? l + 1 : l}: ` : ''
    return `yaml: ${w}${f.message}`
  }
  const problems: any[] = []
  try {
    const end = parseDocument(parser)
    if (end === undefined) problems.push({ router: 'EOF', outcome: 'refuses' })
  } catch (e) {
    if (!(e instanceof Fault)) throw e
    closeAll(parser)
    parser.noticed.push(e)
  }
  for (const f of parser.noticed) problems.push({ router: words(f), outcome: 'refuses' })
  const root = parser.root
  if (root !== undefined && problems.length === 0) {
    if (parser.suspicious) for (const f of decodingFaults(root, parser.broken).values()) problems.push({ router: words(f), outcome: 'refuses' })
    if (problems.length === 0 && root.kind !== 'map') {
      if (root.kind === 'null') problems.push({ router: 'assignment to entry in nil map', outcome: 'crashes' })
      else {
        const bytes = [...new TextEncoder().encode(parser.rootText)]
        const t = root.kind === 'alias' ? '' : root.kind === 'list' ? '' : root.tag !== undefined ? shortTag(root.tag) : impliedTag(root, root.style === 'plain', parser.rootText)
        const raw = root.kind === 'list' ? '' : ` \`${bytes.length > 10 ? decodeUtf8(bytes.slice(0, 7)) + '...' : parser.rootText}\``
        problems.push({ router: `yaml: unmarshal errors:\n  line ${line(parser.origin) + 1}: cannot unmarshal ${root.kind === 'list' ? '!!seq' : t}${raw} into map[interface {}]interface {}`, outcome: 'refuses' })
      }
    }
  }
  return { root, problems, comments: scanner.comments }
}
