import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, ManagementError } from '../../src/management/client/index.js'
import { fetchCas, nodeFetch } from '../../src/management/client/node/index.js'
import { hostile } from '../support/hostile.js'
import { program } from '../support/program.js'

const credentials = { username: 'admin', password: 'a-good-password' }

/** The program serving, and a client of it for each of those who need their own connections. */
async function serve() {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(
    process.execPath,
    [program, 'serve', '--data', ':memory:', '--port', '0', '--admin', credentials.username],
    { env: { PATH, HOME, ROUTERFILE_ADMIN_PASSWORD: credentials.password } },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => void said.push(String(text)))
  let out = ''
  while (!/SHA-256 \S+\n/.test(out)) out += String((await once(child.stdout, 'data'))[0])
  const url = /^serving (\S+)$/m.exec(out)?.[1] ?? ''
  const ca = await fetchCas({ url, fingerprint: /SHA-256 (\S+)/.exec(out)?.[1] ?? '' })
  const connect = () => {
    const fetch = nodeFetch({ ca, proxy: false })
    onTestFinished(() => fetch.close())
    return createClient({ url, fetch, credentials, retry: false })
  }
  return { child, said, connect }
}

/** Asks for the version again and again; gives the longest wait, in ms. */
function watch(client: ReturnType<typeof createClient>) {
  const waits: number[] = []
  let isWatching = true
  const ask = async (): Promise<void> => {
    while (isWatching) {
      const start = performance.now()
      await client.information.version()
      waits.push(performance.now() - start)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  const asking = ask()
  return {
    worst: () => Math.max(...waits.splice(0)),
    end: async () => {
      isWatching = false
      await asking
    },
  }
}

const statusOf = (promise: PromiseLike<unknown>): Promise<number> =>
  Promise.resolve(promise).then(
    () => 201,
    (error: unknown) => {
      if (error instanceof ManagementError) return error.status
      throw error
    },
  )

test('hostile schemas and data hold up nobody else, and end nothing', async () => {
  const { child, said, connect } = await serve()
  const [client, other] = [connect(), connect()]
  await Promise.all([client.login(), other.login()])
  const watching = watch(other)
  const start = performance.now()
  const statuses = await Promise.all(
    hostile.map(async ({ name, schema, data }) => {
      const made = await statusOf(client.configTypes.create({ name, schema }))
      const [type] = (await client.configTypes.list({ filter: `name = "${name}"` })).data
      // Only what was answered with success is there.
      expect([name, made, type !== undefined]).toEqual([name, made, made === 201])
      if (!type || !data) return [made]
      const create = client.configs.create({ name, configTypeId: type.id, data: { ...data } })
      return [made, await statusOf(create)]
    }),
  )
  const total = performance.now() - start
  const worst = watching.worst()
  await watching.end()

  expect(statuses.flat().filter((status) => ![201, 400, 503].includes(status))).toEqual([])
  // One that held up others would do so for most of the time that all take.
  expect(worst).toBeLessThan(total / 4)
  expect(said).toEqual([])
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
