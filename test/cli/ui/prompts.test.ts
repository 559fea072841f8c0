import { syncBuiltinESMExports } from 'node:module'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// The prompts read the terminal from `node:process` itself.
const given = Object.getOwnPropertyDescriptors(process)
let [input, output] = [new PassThrough(), new PassThrough()]

beforeAll(() => {
  Object.defineProperty(process, 'stdin', { ...given.stdin, get: () => input })
  Object.defineProperty(process, 'stderr', { ...given.stderr, get: () => output })
})
afterAll(() => {
  Object.defineProperties(process, { stdin: given.stdin, stderr: given.stderr })
  syncBuiltinESMExports()
})

/** Types keys when a question is on the screen; returns its answer, and all that was shown. */
async function answerWith(
  keys: string,
  question: (
    prompts: typeof import('../../../src/cli/ui/prompts.js'),
  ) => Promise<string | undefined>,
): Promise<{ answer: string | undefined; shown: string }> {
  ;[input, output] = [new PassThrough(), new PassThrough()]
  syncBuiltinESMExports()
  const answer = question(await import('../../../src/cli/ui/prompts.js'))
  input.write(keys)
  return { answer: await answer, shown: stripVTControlCharacters(String(output.read())) }
}

describe('a question for a secret', () => {
  test.each([
    ['an answer', 'hunter2\r', 'hunter2'],
    ['a corrected answer', 'hunter3\u007f2\r', 'hunter2'],
    ['letters of other alphabets', 'pä😀\r', 'pä😀'],
    ['no answer', '\r', undefined],
    ['Ctrl-C', 'hunter2\u0003', undefined],
    ['Ctrl-D', '\u0004', undefined],
  ])('takes %s', async (_, keys, expected) => {
    const { answer, shown } = await answerWith(keys, ({ askHidden }) => askHidden('Password'))
    expect(answer).toBe(expected)
    expect(shown).toContain('Password')
    expect(shown).not.toMatch(/[huntä😀•▪*]/u)
  })
})

describe('a question', () => {
  test.each([
    ['an answer', 'north\r', 'north'],
    ['Ctrl-C', 'north\u0003', undefined],
    ['Ctrl-D', '\u0004', undefined],
  ])('takes %s', async (_, keys, expected) => {
    const { answer } = await answerWith(keys, ({ ask }) =>
      ask({ message: 'Name', validate: () => undefined }),
    )
    expect(answer).toBe(expected)
  })
})
