import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Preset, TokenContent } from '../../editors/vscode/src/server-commands.js'
import {
  checkReply,
  describeToken,
  listQuestions,
  toAnswers,
} from '../../editors/vscode/src/wizard.js'

const preset: Preset = { name: 'public', summary: 'reached by clients', asks: ['advertise'] }

const token: TokenContent = {
  name: 'north',
  controllers: ['ctrl.example.com:6262'],
  expires: '2026-11-23',
  isExpired: false,
}

describe('questions', () => {
  test.each([
    ['without a token', { preset }, ['name', 'controllers', 'advertise']],
    ['with a token', { preset, token }, ['name', 'advertise']],
    [
      'with a token without controllers',
      { preset, token: { ...token, controllers: [] } },
      ['name', 'controllers', 'advertise'],
    ],
    [
      'for a preset that asks for services',
      { preset: { ...preset, asks: ['services'] }, token },
      ['name', 'services'],
    ],
  ])('%s', (_, replies, expected) => {
    expect(listQuestions(replies).map(({ key }) => key)).toEqual(expected)
  })

  const find = (key: string) => {
    const question = listQuestions({ preset: { ...preset, asks: ['advertise', 'services'] } }).find(
      (entry) => entry.key === key,
    )
    if (!question) throw new Error(`there is no question ${key}`)
    return question
  }

  test.each([
    ['name', '', 'An answer is needed here.'],
    ['name', 'north', undefined],
    ['controllers', 'ctrl.example.com', 'Enter each controller as HOST:PORT.'],
    ['controllers', 'ctrl.example.com:6262, tls:two.example.com:443', undefined],
    ['advertise', 'one.example.com two.example.com', 'Separate host names by commas.'],
    ['advertise', 'one.example.com, 192.0.2.1', undefined],
    ['services', 'database', 'Enter each service as NAME:PORT.'],
    ['services', 'database:5432', undefined],
  ])('%s takes %j', (key, answer, mistake) => {
    expect(checkReply(find(key), answer)).toBe(mistake)
  })
})

describe('answers', () => {
  const answers = toAnswers({
    jwt: 'a.b.c',
    token,
    preset,
    name: ' north ',
    controllers: 'one:1280, two:1280,',
    advertise: 'router.example.com',
    target: '2.0',
  })

  test('are lists where the generator takes lists', () => {
    expect(answers).toEqual({
      jwt: 'a.b.c',
      preset: 'public',
      name: 'north',
      controllers: ['one:1280', 'two:1280'],
      advertise: ['router.example.com'],
      target: '2.0',
    })
  })

  test('are keys of the answers of the generator', () => {
    const { properties } = JSON.parse(readFileSync('src/generated/answers.json', 'utf8'))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(answers)))
  })

  test('leave out what nobody answered', () => {
    expect(toAnswers({ advertise: ' ' })).toEqual({})
  })
})

test.each([
  [token, 'Enrollment token of north, for ctrl.example.com:6262, expires 2026-11-23'],
  [
    { ...token, isExpired: true },
    'Enrollment token of north, for ctrl.example.com:6262, expired 2026-11-23',
  ],
  [{ controllers: [], isExpired: false }, 'Enrollment token'],
])('a token is described in a line', (content, line) => {
  expect(describeToken(content)).toBe(line)
})
