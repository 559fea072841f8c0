/** Formats any string as inline code in Markdown, with each run of white space as a single space. */
export function formatCode(text: string): string {
  const longestRun = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longestRun + 1)
  const padding = longestRun > 0 || text === '' ? ' ' : ''
  return fence + padding + text.replaceAll(/\s+/g, ' ') + padding + fence
}

/** Escapes the special characters of Markdown in a sentence; inline code is unchanged. */
export const escapeMarkdown = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\*_[\]<>#|~]/g, '\\$&')))
    .join('')
