import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '../../server/generated/commands.js'
import { createNodeMachine } from '../../server/node-machine.js'
import { example } from '../../server/warm-up.js'
import { effectiveFile } from '../../src/config/effective-file.js'
import { targets } from '../../src/schema/model.js'
import { startInProcess } from '../support/in-process-server.js'

const uri = 'untitled:router.yml'

/** A client of a server without a machine, as in a browser, with one open file. */
async function openFile(text: string, settings: object = {}) {
  const client = await startInProcess({ settings: { check: [], ...settings } })
  client.open(uri, text)
  return client
}

describe('every command', () => {
  test('has a name of its own under `routerfile.`, which the server announces', async () => {
    const names = commands.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    expect(names.filter((name) => !/^routerfile\.[a-zA-Z]+$/.test(name))).toEqual([])
  })

  test('is documented with its parameters', async () => {
    const page = readFileSync('docs/editor.md', 'utf8')
    for (const { name, load: loadCommand } of commands) {
      const { takes } = await loadCommand()
      expect(page).toContain(
        `\`${name}\` | ${takes.length > 0 ? `\`[${takes.join(', ')}]\`` : '`[]`'} |`,
      )
    }
  })
})

describe('refusals are sentences', () => {
  test.each([
    ['routerfile.effective', [], 'parameter 1 (uri) must be the address of a file'],
    ['routerfile.effective', [7], 'parameter 1 (uri) must be the address of a file'],
    ['routerfile.effective', ['file:///none.yml'], '`none.yml` is not open and cannot be read'],
    ['routerfile.effective', ['file:///b.yml'], '`b.yml` is not a router file'],
    ['routerfile.upgrade', [uri, 2], 'parameter 2 (to?) must be a release, such as `2.0`'],
    ['routerfile.upgrade', [uri, '9.9'], 'unknown release `9.9`; known release lines are 0.30'],
    ['routerfile.releases', [{}], 'parameter 1 (uri?) must be the address of a file'],
    ['routerfile.unknown', [], 'unknown command "routerfile.unknown"'],
  ])('%s %j', async (command, parameters, message) => {
    const client = await openFile(example)
    client.open('file:///b.yml', 'a: 1\n')
    await expect(client.execute(command, ...parameters)).rejects.toThrow(message)
    expect(client.received('window/logMessage')).toEqual([])
  })
})

describe('effective', () => {
  test('gives what the router uses, as the command line prints it', async () => {
    const client = await openFile(example, { target: '1.6' })
    const answer = await client.execute('routerfile.effective', uri)
    const { text } = effectiveFile(example, { target: '1.6' })
    expect(answer).toEqual({ text, release: '1.6.20' })
    expect(text).toContain('idleTxInterval: 60000')
  })

  test('follows the open text', async () => {
    const client = await openFile(example)
    client.change(uri, 2, example.replace('60000', '70000'))
    expect(await client.execute('routerfile.effective', uri)).toMatchObject({
      text: expect.stringContaining('idleTxInterval: 70000'),
    })
  })

  test('reads a file that is not open where the server has files', async () => {
    const client = await startInProcess({ machine: createNodeMachine() })
    const file = new URL('../../fixtures', import.meta.url).href
    await expect(client.execute('routerfile.effective', `${file}/none.yml`)).rejects.toThrow(
      'cannot be read',
    )
  })
})

describe('upgrade', () => {
  test('gives the changes, and the file with the safe fixes', async () => {
    const client = await openFile(example, { target: '1.6' })
    const answer = await client.execute('routerfile.upgrade', uri, '2.0')
    expect(answer).toMatchObject({
      from: '1.6.20',
      to: '2.0.3',
      text: example.replace('csr:', '  payloadSenderQueueSize: 64\n  ackSenderQueueSize: 4\ncsr:'),
    })
    expect(answer).toHaveProperty('changes.0', {
      title: expect.stringContaining('`payloadSenderQueueSize` is not in the file'),
      detail: expect.stringMatching(
        /\n\nFix: add `link\.payloadSenderQueueSize: 64`.*\n\n`link\.p/,
      ),
      isApplied: true,
    })
    expect(answer).toHaveProperty('changes.2', {
      title: expect.stringContaining('`endpoint`'),
      detail: expect.any(String),
      range: { start: { line: 6, character: 12 }, end: { line: 6, character: 37 } },
      isApplied: false,
    })
  })

  test('goes to the newest line unless one is given', async () => {
    const client = await openFile(example)
    const answer = await client.execute('routerfile.upgrade', uri)
    expect(answer).toMatchObject({ from: '2.0.3', to: expect.stringMatching(/^2\.1/) })
  })
})

test('releases are listed newest first, and that of the file is marked', async () => {
  const client = await openFile(example, { target: '1.6.12' })
  const list = await client.execute('routerfile.releases', uri)
  const lines = targets().map(({ line }) => line)
  expect(list).toMatchObject(
    lines.reverse().map((name, index) => ({ name, isLatest: index === 0 })),
  )
  expect(list).toContainEqual({
    name: '1.6',
    label: expect.stringMatching(/^1\.6 \(1\.6\.\d+, \d{4}-\d\d-\d\d/),
    isCurrent: true,
    isLatest: false,
    isLts: true,
  })
})
