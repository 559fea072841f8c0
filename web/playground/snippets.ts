/** What means something in a snippet of the protocol, and braces, which mean something in a template of CodeMirror. */
const signs =
  /\\([\\$}])|\$\{(\d+)\|((?:[^\\|]|\\.)*)\|\}|\$\{(\d+):((?:[^\\}]|\\.)*)\}|\$\{?(\d+)\}?|([{}])/g

/**
 * A snippet of the Language Server Protocol as a template of CodeMirror, which knows no choices (the first one is
 * taken) and wants all fields in braces.
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

/** A field; one with braces in its text becomes that text, as no field of CodeMirror may hold them. */
function formatField(field: string, text: string): string {
  const blank = text.replaceAll(/\\(.)/g, '$1')
  if (/[{}]/.test(blank)) return escapeBraces(blank)
  return blank === '' ? `\${${field}}` : `\${${field}:${blank}}`
}

const escapeBraces = (text: string): string => text.replaceAll(/[{}]/g, String.raw`\$&`)
