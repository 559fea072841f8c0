import { expect, test } from 'vitest'
import { createLayer, enterFolder, isIgnored } from '../../src/project/ignored.js'
import { compareWork, measureGrowth } from '../support/growth.js'
import { folderWith, runHere } from '../support/program.js'

const names = ['a', 'b', 'ab', 'a.yml', 'b.yml', '.a']

/** Numbers from 0 below a limit, the same ones in each run. */
function createDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

/** A rule with its letters in sets, which mean the same: `[a]b/` is `ab/`. */
const withSets = (rule: string): string => rule.replaceAll(/[a-z]/g, '[$&]')

test('a rule without sets means the same as one with sets, in any order', () => {
  const draw = createDraw(7)
  const some = (): string => names[draw(names.length)] ?? ''
  for (let round = 0; round < 2000; round += 1) {
    const rules = Array.from({ length: 1 + draw(6) }, () =>
      [
        ['', '!'][draw(2)],
        ['', '/', '*', '**/'][draw(4)],
        [some(), `${some()}/${some()}`, `${some()}/**`][draw(3)],
        ['', '/'][draw(2)],
      ].join(''),
    )
    const [layers, others] = [rules, rules.map(withSets)].map((lines) => [
      createLayer('/r', [lines.join('\n')]),
    ])
    const path = ['/r', ...Array.from({ length: 1 + draw(3) }, some)].join('/')
    for (const isFolder of [true, false]) {
      const isOut = isIgnored(layers ?? [], path, isFolder)
      expect([rules, path, isOut]).toEqual([rules, path, isIgnored(others ?? [], path, isFolder)])
    }
    const folders = path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))
    const entered = folders.slice(2).reduce(enterFolder, layers ?? [])
    expect(isIgnored(entered, path, true)).toBe(false)
  }
})

const kinds: Readonly<Record<string, (at: number) => string>> = {
  names: (at) => `name${at}`,
  paths: (at) => `/folder/name${at}`,
  'ends of names': (at) => `*.end${at}`,
  folders: (at) => `name${at}/`,
  exceptions: (at) => `!name${at}`,
  'the same name': () => 'name/',
}

test.each(Object.entries(kinds))('a path takes no longer with more rules: %s', (_, toRule) => {
  const judge = (count: number): (() => void) => {
    const layer = createLayer('/r', [
      Array.from({ length: count }, (_, at) => toRule(at)).join('\n'),
    ])
    const layers = [layer]
    return () => {
      for (let at = 0; at < 100; at += 1) isIgnored(layers, `/r/folder/other${at}/name`, false)
    }
  }
  expect(compareWork(judge(30_000), judge(300))).toBeLessThan(5)
})

test.each(Object.entries(kinds))('rules are read in time that grows with them: %s', (_, toRule) => {
  const read = (count: number): unknown =>
    createLayer('/r', [Array.from({ length: count }, (_, at) => toRule(at)).join('\n')])
  expect(measureGrowth(read, 1000, 4000)).toBeLessThan(1.5)
})

test('more than a thousand rules with other wildcards are refused', async () => {
  const toRules = (count: number): string =>
    Array.from({ length: count }, (_, at) => `a*${at}\n`).join('')
  const text = 'v: 3\nidentity: { cert: a.pem }\nctrl: { endpoint: "tls:a.example.com:1" }\n'
  const cwd = folderWith({
    '.gitignore': toRules(600),
    'north/.routerfileignore': toRules(401),
    'north/router.yml': text,
    'south/.routerfileignore': toRules(400),
    'south/router.yml': text,
  })
  const refused = await runHere(['lint', '.'], { cwd })
  expect(refused.err).toContain('has more than 1000 patterns with wildcards such as `a*b`')
  expect(refused.code).toBe(2)
  expect((await runHere(['lint', 'south'], { cwd })).out).toContain('router.yml')
  expect((await runHere(['lint', 'north', '--no-ignore'], { cwd })).out).toContain('router.yml')
})
