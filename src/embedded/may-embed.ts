/** Longer files are not searched; manifests of large installations have a few hundred thousand characters. */
const maxOuterLength = 4 * 1024 * 1024

const sections = '(?:ctrl|link|edge|dialers|listeners|forwarder|csr)'

/** A section that only router files have, with an escaped quote or without. */
const section = new RegExp(`${sections}\\\\?["']?[ \\t]*:`)

/** A line with a section, after its indentation. */
const sectionHere = new RegExp(`["']?${sections}["']?[ \\t]*:|\\{`, 'y')

/** A quoted string in which a section may follow an escaped line break, or that may be a map in braces. */
const sectionInQuotes = new RegExp(`\\\\n["'\\\\]*${sections}["'\\\\]*[ \\t]*:|["'][ \\t]*\\{`)

/**
 * A quoted string that continues on the next line. It excludes every sign at which `^` matches, so that each line is
 * passed once.
 */
const openQuote =
  /^[^#\r\n\u2028\u2029]*?[:[{,-][ \t]+(?:'(?:[^'\r\n\u2028\u2029]|'')*|"(?:[^"\\\r\n\u2028\u2029]|\\.)*\\?)$/m

const heredoc = /<<-?[A-Za-z_]/

/**
 * A fast check whether another file may hold a router file in one of its strings. It excludes most files, so that only
 * few have to be parsed.
 */
export function mayEmbed(text: string): boolean {
  if (text.length > maxOuterLength) return false
  return (
    (section.test(text) &&
      (hasSectionInBlock(text) ||
        sectionInQuotes.test(text) ||
        heredoc.test(text) ||
        openQuote.test(text))) ||
    hasSectionInBase64(text)
  )
}

/** Whether a block scalar has a router section at the indentation of its first line. */
function hasSectionInBlock(text: string): boolean {
  // Blocks may look nested; a file that takes too long to search is parsed instead.
  let budget = 16 * text.length
  for (const { 0: header, index } of text.matchAll(blockHeader)) {
    const from = index + header.length
    const end = findBlockEnd(text, from)
    if (end === undefined) return true
    budget -= end - from
    if (budget < 0) return true
  }
  return false
}

/** The end of the lines of a block; undefined if one of them has a router section at the indentation of the first. */
function findBlockEnd(text: string, from: number): number | undefined {
  let indent = 0
  for (let start = from; start < text.length;) {
    let at = start
    while (text[at] === ' ') at += 1
    if (text[at] !== '\n' && text[at] !== '\r' && at < text.length) {
      const column = at - start
      if (column < indent || column === 0) return start
      if (indent === 0) indent = column
      sectionHere.lastIndex = at
      if (column === indent && sectionHere.test(text)) return undefined
    }
    start = nextLine(text, at)
  }
  return text.length
}

/** The end of a line that starts a block scalar. */
const blockHeader = /[|>][-+\d]{0,2}[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/g

function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end + 1
}

/** Whether a long string in base64, where there may be one, has a router section. */
function hasSectionInBase64(text: string): boolean {
  if (!/Secret|b64|base64|binary/.test(text)) return false
  for (const [digits] of text.matchAll(/[A-Za-z\d+/]{40,}/g))
    if (section.test(atob(digits.slice(0, digits.length - (digits.length % 4))))) return true
  return false
}
