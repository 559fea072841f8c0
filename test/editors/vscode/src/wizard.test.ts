import { describe, expect, test } from 'vitest'
import type {
  Preset,
  Question,
  TokenContent,
} from '../../../../editors/vscode/src/server-commands.js'
import {
  describeToken,
  findFreeName,
  formatPrompt,
  formatNextSteps,
  listQuestions,
  toAnswer,
  toAnswers,
  toSentence,
} from '../../../../editors/vscode/src/wizard.js'

const question = (answer: Question['answer'], more: Partial<Question> = {}): Question => ({
  answer,
  message: '',
  placeholder: '',
  isList: true,
  isRequired: true,
  isInToken: false,
  ...more,
})

const preset: Preset = {
  name: 'public',
  summary: 'reached by clients',
  questions: [
    question('name', { isList: false, isRequired: false }),
    question('controllers', { isInToken: true }),
    question('advertise'),
  ],
}

const token: TokenContent = {
  controllers: ['ctrl.example.com:6262'],
  expires: '2026-11-23T10:00:00.000Z',
  isExpired: false,
}

test.each([
  ['before a preset is chosen', {}, []],
  ['without a token', { preset }, ['name', 'controllers', 'advertise']],
  ['with a token', { preset, token }, ['name', 'advertise']],
  [
    'with a token that names no controllers',
    { preset, token: { ...token, controllers: [] } },
    ['name', 'controllers', 'advertise'],
  ],
])('questions %s', (_, replies, expected) => {
  expect(listQuestions(replies).map(({ answer }) => answer)).toEqual(expected)
})

test.each([
  [question('name', { isList: false }), ' ', undefined],
  [question('name', { isList: false }), ' north ', 'north'],
  [question('advertise'), ' , ', undefined],
  [question('advertise'), 'one.example.com, 192.0.2.1,', ['one.example.com', '192.0.2.1']],
])('the reply to %j, %j, is the answer %j', (asked, text, answer) => {
  expect(toAnswer(asked, text)).toEqual(answer)
})

test.each([
  [question('name', { isList: false, isRequired: false }), 'Q? Leave empty for "example".'],
  [question('advertise'), 'Q? Separate hosts with commas.'],
  [question('services'), 'Q? Separate services with commas.'],
])('a question says how to answer it: %j', (asked, prompt) => {
  expect(formatPrompt({ ...asked, message: 'Q?', placeholder: 'example' })).toBe(prompt)
})

describe('answers', () => {
  test('are lists where the question says so', () => {
    const texts = {
      name: ' north ',
      controllers: 'one:1280, two:1280,',
      advertise: 'a.example.com',
    }
    expect(toAnswers({ jwt: 'a.b.c', token, preset, texts, target: '2.0' })).toEqual({
      jwt: 'a.b.c',
      preset: 'public',
      name: 'north',
      controllers: ['one:1280', 'two:1280'],
      advertise: ['a.example.com'],
      target: '2.0',
    })
  })

  test('leave out what nobody answered, and what another preset asked for', () => {
    const texts = { name: ' ', services: 'web:8080' }
    expect(toAnswers({ preset, texts })).toEqual({ preset: 'public' })
  })
})

test.each([
  [token, 'Enrollment token, for ctrl.example.com:6262, expires 2026-11-23'],
  [{ ...token, controllers: [], isExpired: true }, 'Enrollment token, expired 2026-11-23'],
])('a token is described in a line', (content, line) => {
  expect(describeToken(content)).toBe(line)
})

test.each([
  ['north.router.yml', [], 'north.router.yml'],
  ['north.router.yml', ['north.router.yml'], 'north-2.router.yml'],
  ['router', ['router', 'router-2'], 'router-3'],
])('the tab of %s, while %j are open, is %s', (name, taken, free) => {
  expect(findFreeName(name, taken)).toBe(free)
})

test('comments are asked for, and left out unless they are wanted', () => {
  expect(toAnswers({ comments: true })).toEqual({ comments: true })
  expect(toAnswers({ comments: false })).toEqual({})
})

test('the next steps begin with where to save the file', () => {
  const { markdown } = formatNextSteps({
    fileName: 'north.router.yml',
    notes: ['To start: `x`'],
    text: '',
  })
  expect(markdown.split('\n\n')).toEqual([
    '# Next steps',
    'Save the file as `north.router.yml` where the router reads it.',
    'To start: `x`',
  ])
})

test.each([
  ['invalid enrollment token: it is a path', 'Invalid enrollment token: it is a path.'],
  ['`north` has no port. Add it.', '`north` has no port. Add it.'],
])('the wizard shows the message %j as a sentence', (message, sentence) => {
  expect(toSentence(message)).toBe(sentence)
})
