import { describe, expect, test } from 'vitest'
import { interview } from '../../../src/cli/commands/generate/answers.js'
import type { Ask, Question } from '../../../src/cli/ui/prompts.js'
import { generateFrom } from '../../../src/generate/generate.js'

/** Answers in order; those that a question refuses are put down, and the next one is taken. */
function asking(texts: readonly (string | undefined)[]): {
  ask: Ask
  asked: string[]
  refused: string[]
} {
  const left = [...texts]
  const asked: string[] = []
  const refused: string[] = []
  const ask = async ({ message, validate }: Question): Promise<string | undefined> => {
    asked.push(message)
    for (let text = left.shift(); text !== undefined; text = left.shift()) {
      const fault = validate(text)
      if (fault === undefined) return text
      refused.push(fault)
    }
    return undefined
  }
  return { ask, asked, refused }
}

describe('questions', () => {
  test('ask for what a router needs, and no more', async () => {
    const { ask, asked } = asking([
      'public',
      'north',
      'north.example.com, 192.0.2.7',
      'ctrl.example.com:6262',
    ])
    const answers = await interview({}, ask)
    expect(answers).toEqual({
      preset: 'public',
      name: 'north',
      advertise: ['north.example.com', '192.0.2.7'],
      controllers: ['ctrl.example.com:6262'],
    })
    expect(asked).toEqual([
      'What is the router for?',
      'What is it called?',
      'By which hosts is it reached?',
      'Which controllers does it connect to?',
    ])
    expect(generateFrom(answers).ok).toBe(true)
  })

  test('ask nothing where nothing is missing', async () => {
    const { ask, asked } = asking([])
    expect(await interview({ preset: 'host', controllers: ['a:1'] }, ask)).toEqual({
      preset: 'host',
      controllers: ['a:1'],
    })
    expect(asked).toEqual([])
  })

  test('ask for services where a proxy has none', async () => {
    const { ask, asked } = asking(['web:8080 names:53:udp'])
    expect(await interview({ preset: 'proxy', controllers: ['a:1'] }, ask)).toMatchObject({
      services: ['web:8080', 'names:53:udp'],
    })
    expect(asked).toHaveLength(1)
  })

  test('take no answer that does not do, and say why', async () => {
    const { ask, refused } = asking([
      'host',
      '../north',
      'north',
      'ctrl.example.com',
      'ctrl.example.com:6262',
    ])
    expect(await interview({}, ask)).toEqual({
      preset: 'host',
      name: 'north',
      controllers: ['ctrl.example.com:6262'],
    })
    expect(refused).toEqual([
      expect.stringContaining('`../north` is not a valid file name'),
      expect.stringContaining('`ctrl.example.com` has no port'),
    ])
  })

  test('do not ask for what is wrong and not missing', async () => {
    const { ask, asked } = asking([])
    await interview({ preset: 'public', advertise: ['a b'], controllers: ['a:1'] }, ask)
    expect(asked).toEqual([])
  })

  test('end where the user leaves', async () => {
    await expect(interview({}, asking([undefined]).ask)).rejects.toThrow(
      'nothing is written, as you left',
    )
  })
})
