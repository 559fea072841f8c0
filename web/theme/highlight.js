const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const escape = (text) => text.replace(/[&<>]/g, (character) => entities[character])

const mark = (name, text) => (text === '' ? '' : `<span class="${name}">${escape(text)}</span>`)

// Indentation and dashes, then a key if there is one, then its value, then a comment.
const yamlLine =
  /^([ \t]*(?:- +)*)(?:([\w.@${}-]+|"[^"]*"|'[^']*')(:)(?= |$))?(.*?)((?:^|[ \t]+)#.*)?$/

const valueClass = (value) => {
  const text = value.trim()
  if (/^(?:[-+.\d][\d_.]*(?:e[+-]?\d+)?|0x[\da-f]+|true|false|null|~)$/i.test(text)) return 'number'
  return /^["']/.test(text) ? 'string' : undefined
}

function highlightYaml(line) {
  const [, start = '', key = '', colon = '', value = '', comment = ''] = yamlLine.exec(line) ?? []
  const name = valueClass(value)
  return (
    escape(start) +
    mark('key', key) +
    colon +
    (name ? mark(name, value) : escape(value)) +
    mark('comment', comment)
  )
}

// A comment of a shell has its own line in the guides, and no command begins with its sign.
const highlightShell = (line) => (line.startsWith('# ') ? mark('comment', line) : escape(line))

const formats = { yaml: highlightYaml, sh: highlightShell }

/**
 * Code for a page, with classes for its colors: those of VitePress are style attributes, which the content security policy
 * refuses. It has a place in the order of focus, so that keys scroll what is too wide.
 *
 * @param {string} code
 * @param {string} language
 * @param {string} marked Numbers of lines that are marked as wrong, with commas between them.
 */
export function highlight(code, language, marked) {
  const wrong = new Set((marked ?? '').split(','))
  const format = formats[language] ?? escape
  const lines = code.replace(/\n$/, '').split('\n')
  const shown = lines.map((line, index) => {
    if (!wrong.has(String(index + 1))) return format(line)
    const text = line.trimStart()
    return `${' '.repeat(line.length - text.length)}<mark>${format(text)}</mark>`
  })
  return `<pre v-pre tabindex="0"><code>${shown.join('\n')}\n</code></pre>`
}
