const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escape = (text) => text.replace(/[&<>]/g, (character) => entities[character])

const mark = (name, text) => (name ? `<span class="${name}">${escape(text)}</span>` : escape(text))

// Indentation and dashes, then a key if there is one, then its value, then a comment.
const yamlLine =
  /^([ \t]*(?:- +)*)(?:([\w.@${}-]+|"[^"]*"|'[^']*')(:)(?= |$))?(.*?)((?:^|[ \t]+)#.*)?$/

const valueClass = (value) => {
  const text = value.trim()
  if (/^(?:[-+.\d][\d_.]*(?:e[+-]?\d+)?|0x[\da-f]+|true|false|null|~)$/i.test(text)) return 'number'
  return /^["']/.test(text) ? 'string' : undefined
}

/** The tokens of a line: the names of their colors, and their texts. */
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

// A comment of a shell has its own line in the guides, and no command begins with its sign.
const splitShell = (line) => [[line.startsWith('# ') ? 'comment' : undefined, line]]

const splitLine = { yaml: splitYaml, sh: splitShell }

/** The severities of marks, which are numbers there. */
export const severities = ['error', 'warning', 'info']

/** A mark such as `4-6-10-1`: line 4 from column 6 to 10 is a warning; 0 is the end of the line. */
const parseMark = (text) => {
  const [line, from, to, severity] = text.split('-').map(Number)
  return { line, from, to: to || Infinity, name: severities[severity] }
}

/** The tokens of a line, cut where marks begin and end. */
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
 * Code for a page, with classes for its colors: those of VitePress are style attributes, which the content security policy
 * refuses. It has a place in the order of focus, so that keys scroll what is too wide.
 *
 * @param {string} code
 * @param {string} language
 * @param {string} marked What is marked as wrong, as numbers with dashes, with commas between them.
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
