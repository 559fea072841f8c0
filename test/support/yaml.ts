/**
 * Template tag for YAML that is indented like the code around it: removes the first line break, the common indentation,
 * and the spaces before the closing quote.
 */
export function yaml(strings: TemplateStringsArray): string {
  const lines = strings.join('').replace(/^\n/, '').split('\n')
  const last = lines.at(-1) ?? ''
  if (last.trim() === '') lines[lines.length - 1] = ''
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n')
}
