import { lint, load } from '../../src/index.js'

/** What `load` and `lint` promise for every text, and do not keep for this one. */
export function faultsOf(text: string): string[] {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
  try {
    const found = lint(text)
    const outside = found.filter(
      ({ range: { start, end } }) =>
        start.offset < 0 ||
        end.offset < start.offset ||
        end.offset > text.length ||
        start.line < 0 ||
        start.character < 0,
    )
    const hasError = found.some(({ severity }) => severity === 'error')
    return [
      ...(outside.length > 0 ? [`${shown}: ${outside[0]?.rule} lies outside`] : []),
      ...(found.some(({ message }) => message === '' || message.includes('undefined'))
        ? [`${shown}: a message says nothing`]
        : []),
      ...(load(text).ok === hasError ? [`${shown}: load and lint differ`] : []),
    ]
  } catch (error) {
    return [`${shown}: ${error instanceof Error ? error.stack : String(error)}`]
  }
}
