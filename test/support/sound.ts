export { complete } from '../../src/lint/example.js'

/** Lines that end in `#!` and a part of a message: what is expected to be found there. */
export function expectations(text: string): { line: number; part: string }[] {
  return text.split('\n').flatMap((content, line) => {
    const part = /#! (.*)$/.exec(content)?.[1]
    return part === undefined ? [] : [{ line, part }]
  })
}
