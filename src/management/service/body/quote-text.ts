const named: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '"': '\\"',
  '\\': '\\\\',
}

const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0')

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return (
    named[character] ??
    (code < 0x80
      ? `\\x${hex(code, 2)}`
      : code < 0x10000
        ? `\\u${hex(code, 4)}`
        : `\\U${hex(code, 8)}`)
  )
}

/** A text in quotes, as the controller writes it in messages: what cannot be seen is escaped. */
export const quoteText = (text: string): string =>
  `"${text.replaceAll(/["\\]|(?! )[\p{C}\p{Z}]/gu, escape)}"`
