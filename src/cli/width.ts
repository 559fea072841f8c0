/** Columns of a terminal that a text takes: two for each wide character, none for a combining one. */
export function columns(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  const bare = text.replaceAll(/\p{Mn}|\u200d|\ufe0f/gu, '')
  const wide = bare.match(
    /[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\uff01-\uff60]/gu,
  )
  return [...bare].length + (wide?.length ?? 0)
}

/** Breaks a sentence at blanks so that no line is longer than `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && columns(line) + 1 + columns(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Columns below which a text is hard to read. */
export const narrowest = 30

/** The same with all lines but the first moved in. */
export const hanging = (text: string, width: number, indent: string): string[] =>
  wrap(text, Math.max(narrowest, width) - indent.length).map((line, index) =>
    index === 0 ? line : `${indent}${line}`,
  )

/** Two columns: names, and what they mean, broken to fit the terminal; below each other where it is too narrow. */
export function table(
  rows: readonly (readonly [name: string, text: string])[],
  width: number,
): string {
  const left = Math.max(...rows.map(([name]) => name.length))
  const room = width - left - 4
  if (room < narrowest)
    return rows
      .map(([name, text]) =>
        [
          `  ${name}`,
          ...wrap(text, Math.max(narrowest, width - 6)).map((line) => `      ${line}`),
          '',
        ].join('\n'),
      )
      .join('')
  return rows
    .map(([name, text]) =>
      wrap(text, room)
        .map((line, index) => `  ${(index === 0 ? name : '').padEnd(left)}  ${line}\n`)
        .join(''),
    )
    .join('')
}
