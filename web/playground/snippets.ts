/** Special syntax of LSP snippets, and braces, which are special in CodeMirror templates. */
const signs =
  /\\([\\$}])|\$\{(\d+)\|((?:[^\\|]|\\.)*)\|\}|\$\{(\d+):((?:[^\\}]|\\.)*)\}|\$\{?(\d+)\}?|([{}])/g

/**
 * Converts an LSP snippet to a CodeMirror template, which has no choices (the first one is used)
 * and needs braces around all fields.
 */
export const toTemplate = (text: string): string =>
  text.replaceAll(
    signs,
    (
      _,
      escaped: string | undefined,
      choiceField: string | undefined,
      choices: string | undefined,
      field: string | undefined,
      blank: string | undefined,
      bare: string | undefined,
      brace: string | undefined,
    ) => {
      const literal = escaped ?? brace
      if (literal !== undefined) return escapeBraces(literal)
      if (choiceField !== undefined)
        return formatField(choiceField, choices?.split(/(?<!\\),/)[0] ?? '')
      return field === undefined ? formatField(bare ?? '', '') : formatField(field, blank ?? '')
    },
  )

/**
 * Formats a field. If its text contains braces, returns the text instead, because CodeMirror fields
 * cannot contain them.
 */
function formatField(field: string, text: string): string {
  const blank = text.replaceAll(/\\(.)/g, '$1')
  if (/[{}]/.test(blank)) return escapeBraces(blank)
  return blank === '' ? `\${${field}}` : `\${${field}:${blank}}`
}

const escapeBraces = (text: string): string => text.replaceAll(/[{}]/g, String.raw`\$&`)
