/** A snippet as plain text: its places hold what stands in them, the first of several choices. */
export const plainSnippet = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
    (_, escaped: string | undefined, choices: string | undefined, blank: string | undefined) =>
      escaped ?? (choices?.split(/(?<!\\),/)[0] ?? blank ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** Markdown without its marks. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/^\|[ :|-]+\|\n/gm, '')
    .replaceAll(/^\| *(.*?) *\|$/gm, '$1')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
    .replaceAll(/&nbsp;/g, ' ')
