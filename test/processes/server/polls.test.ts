import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol'
import type { CancellationTokenSource } from 'vscode-languageserver-protocol/node'
import { CancellationTokenSource as Cancelling } from 'vscode-languageserver-protocol/node'
import type { Client } from '../../support/language-client.js'
import { connect } from '../../support/language-client.js'
import { folderWith, write } from '../../support/program.js'
import { base, hello, linkedAt, pulling, textOnly, uriOf } from '../../support/serving.js'

type Reports = WorkspaceDiagnosticReport['items']

const requestAll = async (client: Client, known: Reports = []): Promise<Reports> => {
  const report: WorkspaceDiagnosticReport = Object(
    await client.request('workspace/diagnostic', {
      previousResultIds: known.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' })),
    }),
  )
  return report.items
}

const start = (folder: string): Promise<Client> =>
  connect(hello({ folders: [uriOf(folder)], capabilities: pulling, settings: () => textOnly }))

const tell = (client: Client, folder: string, name: string, type: 1 | 2 | 3): Promise<void> =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(folder, name), type }],
  })

/** Whether an answer is still missing after a moment in which nothing changed. */
async function isHeld(answer: Promise<unknown>): Promise<boolean> {
  const late = setTimeout(400, 'late')
  return (await Promise.race([answer, late])) === 'late'
}

describe('a client that asks for all findings again', () => {
  const changes: [
    what: string,
    change: (client: Client, folder: string) => unknown,
    kinds: object,
  ][] = [
    [
      'a file was changed',
      async (client, folder) => {
        write(folder, { 'one.yaml': `${base.replaceAll(' a.', ' b.')}lnkk: 2\n` })
        await tell(client, folder, 'one.yaml', 2)
      },
      { 'one.yaml': 'full', 'two.yaml': 'unchanged' },
    ],
    [
      'a file was created',
      async (client, folder) => {
        write(folder, { 'new/three.yaml': `${base}lnk: 1\n` })
        await tell(client, folder, 'new/three.yaml', 1)
      },
      { 'one.yaml': 'unchanged', 'two.yaml': 'unchanged', 'new/three.yaml': 'full' },
    ],
    [
      'a file was deleted',
      async (client, folder) => {
        rmSync(join(folder, 'one.yaml'))
        await tell(client, folder, 'one.yaml', 3)
      },
      { 'one.yaml': 'full', 'two.yaml': 'unchanged' },
    ],
    [
      'typing in a file made another one wrong',
      (client, folder) => client.open(uriOf(folder, 'one.yaml'), linkedAt('6001')),
      { 'one.yaml': 'full', 'two.yaml': 'full' },
    ],
  ]
  test.each(changes)('is answered once %s', async (_, change, kinds) => {
    // With one identity in both, findings of one would name the other.
    const other = base.replaceAll(' a.', ' b.')
    const folder = folderWith({ 'one.yaml': `${other}lnk: 2\n`, 'two.yaml': linkedAt('6001') })
    const client = await start(folder)
    const answer = requestAll(client, await requestAll(client))
    expect(await isHeld(answer)).toBe(true)
    await change(client, folder)
    expect(
      Object.fromEntries(
        (await answer).map(({ uri, kind }) => [uri.slice(uriOf(folder).length + 1), kind]),
      ),
    ).toEqual(kinds)
    await client.stop()
  })

  test('waits while an ignored file appears, and while a text changes without harm to others', async () => {
    const folder = folderWith({ '.gitignore': 'out/\n', 'one.yaml': linkedAt('6001') })
    const client = await start(folder)
    const answer = requestAll(client, await requestAll(client))
    write(folder, { 'out/two.yaml': linkedAt('6001') })
    await tell(client, folder, 'out/two.yaml', 1)
    client.open('file:///elsewhere/router.yaml', `${base}lnk: 1\n`)
    expect(await isHeld(answer)).toBe(true)
    const stopped = answer.catch(() => 'ended')
    await client.stop()
    expect(await stopped).toBe('ended')
  })

  test('reads no file again for the second request', async () => {
    const folder = folderWith({ 'one.yaml': `${base}lnk: 1\n` })
    const client = await start(folder)
    const known = await requestAll(client)
    write(folder, { 'one.yaml': `${base}lnkk: 2\n` })
    const answer = requestAll(client, known)
    expect(await isHeld(answer)).toBe(true)
    answer.catch(() => undefined)
    await client.stop()
  })

  test('shows progress for the first reading of the folders alone', async () => {
    const folder = folderWith({ 'one.yaml': linkedAt('6001') })
    const client = await start(folder)
    const known = await requestAll(client)
    const count = client.heard.filter(({ method }) => /progress/i.test(method)).length
    expect(count).toBeGreaterThan(0)
    const answer = requestAll(client, known)
    write(folder, { 'one.yaml': `${base}lnk: 1\n` })
    await tell(client, folder, 'one.yaml', 2)
    await answer
    expect(client.heard.filter(({ method }) => /progress/i.test(method))).toHaveLength(count)
    await client.stop()
  })

  test('can cancel the request that is held', async () => {
    const folder = folderWith({ 'one.yaml': linkedAt('6001') })
    const client = await start(folder)
    const known = await requestAll(client)
    const source: CancellationTokenSource = new Cancelling()
    const answer = client.connection.sendRequest(
      'workspace/diagnostic',
      { previousResultIds: known.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' })) },
      source.token,
    )
    expect(await isHeld(answer.catch(() => undefined))).toBe(true)
    source.cancel()
    await expect(answer).rejects.toMatchObject({ code: -32800 })
    await client.stop()
  })
})
