import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith } from '../support/folder.js'
import { startNetwork } from '../support/network.js'

describe('try', () => {
  test('x', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
    const folder = folderWith({})
    const ran = await generate(['--from-record', 'north', '--controller', 'ctrl.example.com:6262', '--advertise', 'north.example.com', '-o', 'out/north.yml'], folder)
    console.log(ran)
    console.log(readFileSync(join(folder, 'out/north.yml'), 'utf8'), statSync(join(folder, 'out/north.jwt')).mode.toString(8))
    console.log(await generate(['--all', '--controller', 'ctrl.example.com:6262', '--advertise', '{name}.example.com', '-o', 'all/{name}/router.yml', '--report', '-'], folder))
    const csv = 'name,preset,advertise,roleAttributes,cost\nwest,public,west.example.com,a b,5\neast,host,,,\nsouth,fabric,south.example.com,,\n'
    console.log(await generate(['--list', '-', '--create-missing', '--controller', 'ctrl.example.com:6262', '-o', 'all/{name}/router.yml'], folder, csv))
    console.log(await generate(['--list', '-', '--create-missing', '--controller', 'ctrl.example.com:6262', '-o', 'all/{name}/router.yml'], folder, csv))
    console.log(await generate(['--check', 'all', '--format', 'pretty'], folder))
    await client.edgeRouters.patch((await client.edgeRouters.list({ filter: 'name = "west"' })).data[0]?.id ?? '', { isTunnelerEnabled: false, disabled: true })
    await client.edgeRouters.create({ name: 'lost' })
    console.log((await generate(['--check', 'all', '--format', 'pretty'], folder)).out)
  }, 60000)
})
