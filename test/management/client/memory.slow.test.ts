import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/management/client/index.js'
import { answer } from '../../support/controller.js'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const total = 20_000

const formatId = (index: number): string => `i${String(index).padStart(6, '0')}`

/** A page of records of some 2 kB each, 40 MB in all. */
async function fetch(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.endsWith('/authenticate')) return answer({ token: 't', expirationSeconds: 1800 })
  const last = /id > "i(\d+)"/.exec(searchParams.get('filter') ?? '')?.[1]
  const start = last === undefined ? 0 : Number(last) + 1
  const limit = Number(searchParams.get('limit'))
  const data = Array.from({ length: Math.min(limit, total - start) }, (_, index) => ({
    id: formatId(start + index),
    name: `n${start + index}`,
    tags: { text: `${start + index}`.repeat(400) },
  }))
  return answer(data, { meta: { pagination: { limit, offset: 0, totalCount: total - start } } })
}

test('20,000 records pass through a memory of a few pages', async () => {
  const client = createClient({
    url: 'http://embedded',
    fetch,
    credentials: { username: 'admin', password: 'a-good-password' },
  })
  collect()
  const before = process.memoryUsage().heapUsed
  let count = 0
  let most = 0
  for await (const { id } of client.services.list()) {
    if (id !== formatId(count)) throw new Error(`${id} came instead of ${formatId(count)}`)
    count += 1
    if (count % 2_000 !== 0) continue
    collect()
    most = Math.max(most, process.memoryUsage().heapUsed - before)
  }

  expect(count).toBe(total)
  expect(most).toBeLessThan(16e6)
})
