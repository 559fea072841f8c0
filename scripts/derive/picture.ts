import { join } from 'node:path'
import { run } from '../../src/cli/run.js'

/** Width of a character and height of a line in pixels, as usual in monospaced fonts at size 14. */
const cell = { width: 8.4, height: 20 }

const columns = 84

/** With more findings, the picture would be taller than a screen. */
const maxProblems = 3

/** Colors of a terminal by their number in SGR sequences; readable on dark and on light backgrounds. */
const colors: Readonly<Record<number, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
}

type Style = { color?: string | undefined; isBold: boolean; isDim: boolean; isUnderlined: boolean }

const plain: Style = { isBold: false, isDim: false, isUnderlined: false }

/** Creates an SVG picture of the terminal output of `routerfile lint` for a sample file. */
export async function createPicture(root: string): Promise<string> {
  const file = 'fixtures/samples/home.yaml'
  const command = `routerfile lint ${file} --max-problems ${maxProblems}`
  const report = await print([
    'lint',
    join(root, file),
    '--max-problems',
    String(maxProblems),
    '--isolated',
    '--color',
    'always',
  ])
  const lines = [
    `\u001b[1m$ ${command}\u001b[22m`,
    ...report.replaceAll(join(root, file), file).trimEnd().split('\n'),
  ]
  const width = Math.ceil((columns + 4) * cell.width)
  const height = (lines.length + 2) * cell.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${command}</title>`,
    '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    `<g fill="#e6edf3" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    ...formatLines(lines),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Returns the terminal output of the program. */
async function print(argv: readonly string[]): Promise<string> {
  const parts: string[] = []
  await run(argv, {
    out: (text) => void parts.push(text),
    err: () => undefined,
    width: columns,
    isTerminal: true,
    isErrTerminal: () => false,
  })
  return parts.join('')
}

function formatLines(lines: readonly string[]): string[] {
  let style = plain
  return lines.map((line, index) => {
    const spans: string[] = []
    let column = 0
    // Parts with an even index are text, those with an odd index the SGR codes between them.
    for (const [position, part] of line.split(/\u001b\[([\d;]*)m/).entries()) {
      if (position % 2 === 1) style = part.split(';').map(Number).reduce(applyCode, style)
      else if (part !== '') {
        for (const { 0: word, index: start } of part.matchAll(/\S+/g))
          spans.push(formatWord(word, column + [...part.slice(0, start)].length, style))
        column += [...part].length
      }
    }
    return `<text y="${(index + 1.7) * cell.height}">${spans.join('')}</text>`
  })
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, isDim: true }
  if (code === 4) return { ...style, isUnderlined: true }
  if (code === 22) return { ...style, isBold: false, isDim: false }
  if (code === 24) return { ...style, isUnderlined: false }
  return { ...style, color: colors[code] }
}

/** Formats a word at its column, so that columns stay aligned in every font, and in viewers that drop spaces. */
function formatWord(text: string, column: number, style: Style): string {
  const attributes = [
    `x="${((column + 2) * cell.width).toFixed(1)}"`,
    ...(style.color === undefined ? [] : [`fill="${style.color}"`]),
    ...(style.isBold ? ['font-weight="bold"'] : []),
    ...(style.isDim ? ['opacity="0.65"'] : []),
    ...(style.isUnderlined ? ['text-decoration="underline"'] : []),
  ]
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<tspan ${attributes.join(' ')}>${escaped}</tspan>`
}
