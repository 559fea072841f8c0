/** Longer files are not searched. Even manifests of large installations have only a few hundred thousand characters. */
const maxOuterLength = 4 * 1024 * 1024

const sections = '(?:ctrl|link|edge|dialers|listeners|forwarder|csr)'

/** A section of a router file; a quote, perhaps an escaped one, may precede the colon. */
const sectionPattern = new RegExp(`${sections}\\\\?["']?[ \\t]*:`)

/** A section or an opening brace, at the start of a line after its indentation. */
const sectionAtOffset = new RegExp(`["']?${sections}["']?[ \\t]*:|\\{`, 'y')

/** Matches a section after an escaped line break in a quoted string, or the start of a quoted string that begins with `{`. */
const quotedSection = new RegExp(`\\\\n["'\\\\]*${sections}["'\\\\]*[ \\t]*:|["'][ \\t]*\\{`)

/**
 * A quoted string that continues on the next line. No part of the pattern matches a line break, so each attempt stays
 * on its line and the search takes linear time.
 */
const unclosedQuote =
  /^[^#\r\n\u2028\u2029]*?[:[{,-][ \t]+(?:'(?:[^'\r\n\u2028\u2029]|'')*|"(?:[^"\\\r\n\u2028\u2029]|\\.)*\\?)$/m

const heredocStart = /<<-?[A-Za-z_]/

/** A fast check that excludes most files, so that only a few have to be parsed. */
export function mayEmbed(text: string): boolean {
  if (text.length > maxOuterLength) return false
  return (
    (sectionPattern.test(text) &&
      (hasSectionInBlock(text) ||
        quotedSection.test(text) ||
        heredocStart.test(text) ||
        unclosedQuote.test(text))) ||
    hasSectionInBase64(text)
  )
}

/** Whether a block scalar may have a router section or an opening brace at the indentation of its first line. */
function hasSectionInBlock(text: string): boolean {
  // Lines in a block may look like block headers themselves, so some text is read more than once. If that takes too
  // long, the file is parsed.
  let budget = 16 * text.length
  for (const { 0: header, index } of text.matchAll(blockHeader)) {
    const bodyStart = index + header.length
    const end = findBlockEnd(text, bodyStart)
    if (end === undefined) return true
    budget -= end - bodyStart
    if (budget < 0) return true
  }
  return false
}

/**
 * Finds the end of the lines of a block. Returns undefined if a line at the indentation of the first one begins with a
 * router section or an opening brace.
 */
function findBlockEnd(text: string, bodyStart: number): number | undefined {
  let indent = 0
  for (let start = bodyStart; start < text.length;) {
    let offset = start
    while (text[offset] === ' ') offset += 1
    if (text[offset] !== '\n' && text[offset] !== '\r' && offset < text.length) {
      const column = offset - start
      if (column < indent || column === 0) return start
      if (indent === 0) indent = column
      sectionAtOffset.lastIndex = offset
      if (column === indent && sectionAtOffset.test(text)) return undefined
    }
    start = findNextLine(text, offset)
  }
  return text.length
}

/** The end of a line that starts a block scalar. */
const blockHeader = /[|>][-+\d]{0,2}[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/g

function findNextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/**
 * Whether a string of at least 40 base64 characters holds a router section. Only searches texts that mention base64,
 * binary data or a Secret.
 */
function hasSectionInBase64(text: string): boolean {
  if (!/Secret|b64|base64|binary/.test(text)) return false
  for (const [digits] of text.matchAll(/[A-Za-z\d+/]{40,}/g))
    if (sectionPattern.test(atob(digits.slice(0, digits.length - (digits.length % 4))))) return true
  return false
}
