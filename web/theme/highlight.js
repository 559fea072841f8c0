const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escape = (text) => text.replace(/[&<>]/g, (character) => entities[character])

const mark = (name, text) => (name ? `<span class="${name}">${escape(text)}</span>` : escape(text))

// Matches indentation and dashes, then an optional key, a value, and an optional comment.
const yamlLine =
  /^([ \t]*(?:- +)*)(?:([\w.@${}-]+|"[^"]*"|'[^']*')(:)(?= |$))?(.*?)((?:^|[ \t]+)#.*)?$/

const valueClass = (value) => {
  const text = value.trim()
  if (/^(?:[-+.\d][\d_.]*(?:e[+-]?\d+)?|0x[\da-f]+|true|false|null|~)$/i.test(text)) return 'number'
  return /^["']/.test(text) ? 'string' : undefined
}

/** Splits a line into tokens: their class names and texts. */
function splitYaml(line) {
  const [, start = '', key = '', colon = '', value = '', comment = ''] = yamlLine.exec(line) ?? []
  return [
    [undefined, start],
    ['key', key],
    [undefined, colon],
    [valueClass(value), value],
    ['comment', comment],
  ]
}

// In the guides, shell comments are on lines of their own, and no command begins with `#`.
const splitShell = (line) => [[line.startsWith('# ') ? 'comment' : undefined, line]]

const splitLine = { yaml: splitYaml, sh: splitShell }

/** The severities of marks; a mark contains the index. */
export const severities = ['error', 'warning', 'info']

/** Parses a mark such as `4-6-10-1`: a warning in line 4, columns 6 to 10. Column 0 means the end of the line. */
const parseMark = (text) => {
  const [line, from, to, severity] = text.split('-').map(Number)
  return { line, from, to: to || Infinity, name: severities[severity] }
}

/** Formats the tokens of a line, split where marks begin and end. */
function formatTokens(tokens, marks) {
  const cuts = marks.flatMap(({ from, to }) => [from, to])
  let offset = 0
  let html = ''
  for (const [name, text] of tokens) {
    const end = offset + text.length
    const inside = cuts.filter((cut) => cut > offset && cut < end).sort((one, other) => one - other)
    for (const cut of [...inside, end]) {
      const piece = mark(name, text.slice(text.length - (end - offset), text.length - (end - cut)))
      const found = marks.find(({ from, to }) => from <= offset && cut <= to)
      if (cut > offset) html += found ? `<mark class="${found.name}">${piece}</mark>` : piece
      offset = cut
    }
  }
  return html
}

/**
 * Highlights code with class names. VitePress uses style attributes, which the content security
 * policy blocks. The code can be focused, so that keys scroll wide lines.
 *
 * @param {string} code
 * @param {string} language
 * @param {string} marked Marks as numbers joined by dashes, separated by commas.
 */
export function highlight(code, language, marked) {
  const marks = (marked || '').split(',').filter(Boolean).map(parseMark)
  const lines = code.replace(/\n$/, '').split('\n')
  const shown = lines.map((line, index) =>
    formatTokens(
      splitLine[language]?.(line) ?? [[undefined, line]],
      marks.filter((item) => item.line === index + 1),
    ),
  )
  return `<pre v-pre tabindex="0"><code>${shown.join('\n')}\n</code></pre>`
}
