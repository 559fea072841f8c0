import { describe, expect, test, vi } from 'vitest'
import {
  confirm,
  interview,
  interviewForFiles,
} from '../../../../src/cli/commands/generate/interview.js'
import type { Ask } from '../../../../src/cli/ui/prompts.js'
import { toConfirmation } from '../../../../src/cli/ui/prompts.js'
import { folderWith, runHere } from '../../../support/program.js'
import * as interviews from '../../../../src/cli/commands/generate/interview.js'
import * as generator from '../../../../src/generate/generate.js'
import { generateFrom } from '../../../../src/generate/generate.js'

/** Answers in order; those that a question refuses are put down, and the next one is taken. */
function asking(texts: readonly (string | undefined)[]): {
  ask: Ask
  asked: string[]
  refused: string[]
} {
  const left = [...texts]
  const asked: string[] = []
  const refused: string[] = []
  const ask: Ask = async (question) => {
    asked.push(question.message)
    for (let text = left.shift(); text !== undefined; text = left.shift()) {
      const fault = question.isConfirmation ? undefined : question.validate(text)
      if (fault === undefined) return text
      refused.push(fault)
    }
    return undefined
  }
  return { ask, asked, refused }
}

const noFlags = { fromRecord: undefined, output: undefined, dryRun: false, force: false }

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
      'What is the name of the router?',
      'Which host names or addresses do clients and other routers use to reach it?',
      'Which controllers does it connect to (HOST:PORT)?',
    ])
    expect(generateFrom(answers).ok).toBe(true)
  })

  test('ask for the purpose where name and controllers say nothing of it', async () => {
    const { ask, asked } = asking(['public', 'north.example.com'])
    const answers = await interview({ name: 'north', controllers: ['a:1'] }, ask)
    expect(answers).toMatchObject({ preset: 'public', advertise: ['north.example.com'] })
    expect(asked).toHaveLength(2)
  })

  test('ask for the advertised host that the preset needs', async () => {
    const { ask, asked } = asking(['north.example.com'])
    await interview({ preset: 'public', name: 'north', controllers: ['a:1'] }, ask)
    expect(asked).toEqual([
      'Which host names or addresses do clients and other routers use to reach it?',
    ])
  })

  test('end the run where the file is not wanted', async () => {
    await confirm(asking(['yes']).ask, 'Write this to north.yml?')
    for (const answer of ['no', '', undefined])
      await expect(confirm(asking([answer]).ask, 'Write this?')).rejects.toThrow('canceled')
  })

  test('ask for the token first and for the file to write last', async () => {
    const { ask, asked } = asking(['', 'host', 'north', 'ctrl.example.com:6262', 'north.yml'])
    const found = await interviewForFiles({}, noFlags, {
      ask,
      readToken: (path) => ({ why: `${path} does not exist` }),
    })
    expect(found).toMatchObject({ answers: { name: 'north' }, output: 'north.yml' })
    expect(found.jwtPath).toBeUndefined()
    expect([asked.at(0), asked.at(-1)]).toEqual([
      'Which file has the enrollment token (empty: none yet)?',
      'Which file should be written (empty: print it)?',
    ])
  })

  test('refuse a token that cannot be read', async () => {
    const { ask, refused } = asking(['nowhere.jwt', '', 'host', 'north', 'a:1', ''])
    const found = await interviewForFiles({}, noFlags, {
      ask,
      readToken: (path) => ({ why: `${path} does not exist` }),
    })
    expect(refused).toEqual(['nowhere.jwt does not exist'])
    expect(found.output).toBeUndefined()
  })

  test.each([
    ['y', 'yes'],
    ['Yes', 'yes'],
    ['n', 'no'],
    ['', 'no'],
  ])('%j and Enter is %s', (typed, meant) => {
    expect(toConfirmation(typed)).toBe(meant)
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
      'canceled; no files were written',
    )
  })
})

const given = ['--name', 'north', '--controller', 'ctrl.example.com:6262']

const generate = (words: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  runHere(['generate', ...words], { cwd: folderWith(files) })

test.each([
  ['without a terminal', undefined],
  ['on a terminal', asking([]).ask],
])('a run that asks nothing generates once %s', async (_, ask) => {
  vi.spyOn(interviews, 'choosePrompt').mockResolvedValue(ask)
  const generateFile = vi.spyOn(generator, 'generateFrom')
  const { out, code } = await generate([...given, '--preset', 'host'])
  expect(generateFile).toHaveBeenCalledOnce()
  expect(out).toContain('mode: host')
  expect(code).toBe(0)
  vi.restoreAllMocks()
})

describe('the preset for browsers', () => {
  const browser = [...given, '--preset', 'browser', '--advertise', 'north.example.com']

  test('is refused for a release that refuses them, unless it is forced', async () => {
    const { out, err, code } = await generate([...browser, '--target', '2.0'])
    expect(out).toBe('')
    expect(err).toContain('browsers cannot connect to a router of 2.0.3')
    expect(code).toBe(2)
    const forced = await generate([...browser, '--target', '2.0', '--force'])
    expect(forced.out).toContain('wss:')
    expect(forced.code).toBe(0)
  })

  test('is fine for one that accepts them', async () => {
    const { out, code } = await generate([...browser, '--target', '1.6'])
    expect(out).toContain('wss:')
    expect(code).toBe(0)
  })

  test('is refused in a list, too', async () => {
    const { err, code } = await generate(
      ['--list', 'list.csv', '-o', '{name}.yml', '--target', '2.0'],
      { 'list.csv': 'name,preset,advertise,controllers\na,browser,a.example.com,c:1\n' },
    )
    expect(err).toContain('browsers cannot connect')
    expect(code).toBe(1)
  })
})

describe('flags', () => {
  test('set the resolver and the interface of a gateway', async () => {
    const { out, code } = await generate([
      ...[...given, '--preset', 'tproxy'],
      ...['--resolver', 'udp://127.0.0.1:5353', '--lan-if', 'eth1'],
    ])
    expect(out).toContain('resolver: udp://127.0.0.1:5353')
    expect(out).toContain('lanIf: eth1')
    expect(code).toBe(0)
  })

  test('say where these have no effect', async () => {
    const { err } = await generate([...given, '--preset', 'host', '--lan-if', 'eth1'])
    expect(err).toContain('`lanIf` has no effect in mode `host`')
  })

  test('win over the cells of a list', async () => {
    const { out } = await generate(
      [
        '--list',
        'list.csv',
        '--edge-port',
        '4022',
        '--lan-if',
        'eth1',
        '-o',
        '{name}.yml',
        '--diff',
      ],
      {
        'list.csv':
          'name,preset,edgePort,controllers,advertise,tunnelOptions.resolver\na,tproxy,3022,c:1,a.example.com,udp://127.0.0.1:5353\n',
      },
    )
    expect(out).toContain(':4022')
    expect(out).not.toContain('3022')
    expect(out).toContain('lanIf: eth1')
    expect(out).toContain('resolver: udp://127.0.0.1:5353')
  })
})
