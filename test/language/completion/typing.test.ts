import { describe, expect, test } from 'vitest'
import type {
  Completion,
  CompletionTrigger,
  CompletionOptions,
} from '../../../src/language/index.js'
import { complete, resolveCompletion, viewOf } from '../../../src/language/index.js'
import { changesWithTyping } from '../../../server/features/completion.js'
import { accept } from '../../support/accepted.js'
import { cursor } from '../../support/editor.js'
import { beginnings, lines, linesWithColon, tunnel, values } from '../../support/typing.js'

const openers = [' ', '-', '"', "'", '$', '{']

const labelsFor = (marked: string, trigger: CompletionTrigger): string[] => {
  const { view, offset } = cursor(marked)
  return complete(view, offset, { trigger }).map(({ label }) => label)
}

/** How well a completion fits a typed text, roughly as VS Code sees it: 2 for its beginning, 1 for a word in it, 0 not. */
function scoreOf(typed: string, { label, filterText = label }: Completion): number {
  const [text, wanted] = [filterText.toLowerCase(), typed.toLowerCase()]
  if (text.startsWith(wanted)) return 2
  const starts = [...text.matchAll(/(?<![a-z0-9])\S/g)].map(({ index }) => index)
  return starts.some((start) => hasInOrder(text.slice(start), wanted)) ? 1 : 0
}

/** Whether a text begins with the first character of another, and has the rest of them in order. */
function hasInOrder(text: string, wanted: string): boolean {
  let at = 0
  return [...wanted].every((character, index) => {
    const found = text.indexOf(character, at)
    at = found + 1
    return index === 0 ? found === 0 : found >= 0
  })
}

type List = { items: Completion[]; isIncomplete: boolean; length: number }

const isWord = (text: string): boolean => {
  const word = /\S*$/.exec(text)?.[0] ?? ''
  return /[\w.-]$/.test(word) && Number.isNaN(Number(word))
}

/** The completions of a list that still fit, the first to be accepted first. Further typed characters are replaced too. */
function selectFrom({ items, length }: List, text: string): Completion[] {
  return items
    .map((item) => ({
      item: {
        ...item,
        insert: { ...item.insert, end: item.insert.end + text.length - length },
      },
      score: scoreOf(text.slice(item.insert.start).trimStart(), item),
    }))
    .filter(({ score }) => score > 0)
    .sort(
      (left, right) =>
        right.score - left.score ||
        Number(right.item.preselect ?? false) - Number(left.item.preselect ?? false),
    )
    .map(({ item }) => item)
}

/**
 * Types characters after a text as in VS Code with its defaults: it asks at certain characters and at words, filters
 * the list itself, and accepts its first item on Enter.
 */
function typeAndEnter(before: string, typed: string, surroundings: CompletionOptions = {}): string {
  let text = before
  let list: List | undefined
  const ask = (trigger: CompletionTrigger): List => {
    const items = complete(viewOf(text), text.length, { ...surroundings, trigger })
    return { items, isIncomplete: changesWithTyping(items), length: text.length }
  }
  for (const character of typed) {
    text += character
    if (openers.includes(character)) list = ask({ character })
    else if (list?.isIncomplete) list = ask('incomplete')
    // Where nothing is offered at a sign that is part of a word, the editor also asks for the word.
    if (!list?.items.length && isWord(text)) list = ask('invoked')
    if (list && selectFrom(list, text).length === 0) list = undefined
  }
  const [first] = list ? selectFrom(list, text) : []
  return first ? accept(text, first).text : `${text}\n`
}

describe('Enter after a typed line makes a new line', () => {
  test.each(lines)('%s', (_, before, typed) => {
    const surroundings = { files: () => ['router.cert', 'router.cert.old'], variables: ['HOME'] }
    expect(typeAndEnter(before, typed, surroundings)).toBe(`${before}${typed}\n`)
  })
})

/**
 * The completions that Enter would take after a typed value, of all lists that an editor may have asked for while it was
 * typed: at signs and within words, for any reason.
 */
function listLeft(before: string, typed: string, surroundings: CompletionOptions): string[] {
  const whole = before + typed
  return [...typed, ''].flatMap((_, index) => {
    const text = before + typed.slice(0, index)
    const reasons: CompletionTrigger[] = [
      ...(index === 0 || /\w$/.test(text) ? (['invoked'] as const) : []),
      { character: text.slice(-1) },
    ]
    return reasons.flatMap((trigger) => {
      const items = complete(viewOf(text), text.length, { ...surroundings, trigger })
      const list = { items, isIncomplete: false, length: text.length }
      return changesWithTyping(items) && index < typed.length
        ? []
        : selectFrom(list, whole).map(
            ({ label }) => `${label}, asked for at ${typed.slice(0, index)}`,
          )
    })
  })
}

describe('no completion is left after a value, of whatever list', () => {
  const surroundings: CompletionOptions = {
    files: (folder) =>
      folder === ''
        ? ['pki/', 'router.cert', 'router.key', 'ca.pem.old']
        : ['router.key', 'ca.key', 'router.cert', 'ca.cert.old'],
    hosts: ['other.example.com', 'localhost.localdomain'],
    variables: ['CTRL_HOST', 'HOME'],
  }
  test.each(values.flatMap(([before, typed]) => typed.map((value) => [before, value] as const)))(
    '%j%s',
    (before, typed) => {
      expect(listLeft(before, typed, surroundings)).toEqual([])
    },
  )
})

describe('a completion keeps the parts before the last one', () => {
  test.each([
    ['ctrl:\n  endpoint: tls:c|'],
    ['ctrl:\n  endpoint: tls:|'],
    ['ctrl:\n  endpoint: tls:ctrl.e|'],
    ['ctrl:\n  endpoint: dtls:c|trl'],
    ['identity:\n  key: pki/r|'],
    ['identity:\n  key: certs/|'],
    [`${tunnel}resolver: udp://|`],
  ])('at %j', (marked) => {
    const { view, offset } = cursor(marked)
    const files = (): string[] => ['router.key', 'ca.key']
    const completions = complete(view, offset, { files, trigger: 'invoked' })
    for (const { insert } of completions) {
      const typed = view.text.slice(insert.start, offset)
      const head = typed.slice(0, typed.search(/[^:/.]*$/))
      expect(accept(view.text, { insert, label: '', kind: 'value', sortText: '' }).text).toContain(
        view.text.slice(0, insert.start) + head,
      )
    }
  })

  test.each([':', '/', '.', '-'])('%s asks for nothing inside of a value', (character) => {
    for (const value of ['tls', 'pki', 'tls:ctrl', ''])
      for (const key of ['ctrl:\n  endpoint', 'identity:\n  key', 'listeners:\n  - binding'])
        expect(labelsFor(`${key}: ${value}${character}|`, { character })).toEqual([])
  })
})

describe('Enter after the beginning of a word completes it', () => {
  test.each(beginnings)('%s', (_, before, typed, expected) => {
    expect(typeAndEnter(before, typed)).toBe(expected)
  })
})

describe('whole entries', () => {
  test.each([
    ['listeners: |', 'edge listener'],
    ['identity: |', 'cert, key …'],
  ])('are offered on demand in %j', (marked, label) => {
    expect(labelsFor(marked, 'invoked')).toContain(label)
    expect(labelsFor(marked, { character: ' ' })).toEqual([])
  })

  // Editors that open a list by themselves ask as for a shortcut.
  test.each(linesWithColon)('are not offered directly after %s', (_, before, typed) => {
    expect(labelsFor(`${before}${typed}|`, 'invoked')).toEqual([])
    expect(labelsFor(`${before}${typed}|`, { character: ':' })).toEqual([])
  })

  test.each(['listeners:\n  - |', 'listeners:\n  |'])(
    'are offered at the empty place in %j',
    (marked) => {
      expect(labelsFor(marked, { character: ' ' })).toContain('edge listener')
    },
  )
})

test('a value can be changed with the cursor inside it', () => {
  expect(labelsFor(`${tunnel}mode: ho|st`, 'invoked')).toContain('tproxy')
})

test('the bindings of dialers are ordered by use', () => {
  expect(labelsFor('dialers:\n  - binding: |', { character: ' ' })).toEqual([
    'edge',
    'tunnel',
    'transport',
    'transport_udp',
    'edge_transport',
  ])
})

describe('options of a tunnel that its mode does not use', () => {
  test.each([
    ['mode: host', 'services', true],
    ['mode: tproxy', 'services', true],
    ['mode: tproxy:helper', 'resolver', false],
    ['mode: host', 'resolver', true],
    ['mode: proxy', 'services', false],
    ['mode: proxy', 'resolver', true],
    ['mode: ${MODE}', 'services', false],
    ['mtu: 1', 'services', false],
  ])('after %s, %s comes last: %s', (mode, option, expected) => {
    const labels = labelsFor(`${tunnel}${mode}\n      |`, 'invoked')
    expect(labels.indexOf(option) > labels.indexOf('randomDrops')).toBe(expected)
  })
})

describe('an editor that opens the list of values', () => {
  const offered = (marked: string, label: string): Completion | undefined => {
    const { view, offset } = cursor(marked)
    return complete(view, offset, { canOpenValues: true }).find((item) => item.label === label)
  }
  test.each([
    ['a key with words', `${tunnel}|`, 'mode', 'mode: '],
    ['a key with a default', `${tunnel}|`, 'svcPollRate', 'svcPollRate: '],
  ])('opens it after %s', (_, marked, label, text) => {
    expect(offered(marked, label)).toMatchObject({ opensValues: true, insert: { text } })
  })
  test('does not open it after a key that nothing is known of', () => {
    expect(offered('listeners:\n  - binding: proxy\n    |', 'service')?.opensValues).toBeUndefined()
  })
})

test('values have the meaning of the word and the documentation of the key, once', () => {
  const { view, offset } = cursor(`${tunnel}mode: |`)
  const completions = complete(view, offset)
  expect(completions.map(({ label, detail }) => [label, detail])).toContainEqual([
    'tproxy',
    'default',
  ])
  const host = completions.find(({ label }) => label === 'host')
  expect(host?.detail).toBeUndefined()
  const { documentation } = resolveCompletion(view, host?.resolve ?? { path: '' })
  expect(documentation.split('\n').slice(0, 3)).toEqual([
    '`host`: offers services, and intercepts nothing',
    '',
    expect.stringMatching(/^What the tunneler does: /),
  ])
})

test('the host of a whole file is typed once', () => {
  const snippet = complete(viewOf(''), 0).find(({ label }) => label === 'public router')?.insert
    .text
  expect(snippet?.match(/\$\{\d+:[^}]*\}/g)).toEqual([
    '${1:tls:ctrl.example.com:6262}',
    '${2:router.example.com}',
    '${2:router.example.com}',
    '${2:router.example.com}',
  ])
})

test.each([
  ['a link listener', 'link:\n  listeners:\n    - binding: transport\n      bind: |\n'],
  ['an edge listener', 'listeners:\n  - binding: edge\n    address: |\n'],
  ['a controller', 'ctrl:\n  endpoint: |\n'],
])('Enter after an accepted address of %s replaces no part of it', (_, marked) => {
  const { view, offset } = cursor(marked)
  const addresses = complete(view, offset).filter(({ label }) => /^\w+:.+:\d+$/.test(label))
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.filter(({ insert }) => insert.isSnippet)).toEqual([])
})
