/**
 * Text that is indented as the code around it is: the first line break, the indentation of the least indented line, and
 * spaces before the closing quote are left out.
 */
export function yaml(strings: TemplateStringsArray): string {
  const lines = strings.join('').replace(/^\n/, '').split('\n')
  const last = lines.at(-1) ?? ''
  if (last.trim() === '') lines[lines.length - 1] = ''
  const indents = lines.filter((line) => line !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n')
}
