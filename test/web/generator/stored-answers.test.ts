import { expect, test } from 'vitest'
import { tokenWith } from '../../support/enrollment.js'
import { parseStored, selectStored } from '../../../web/generator/stored-answers.js'

const token = tokenWith({ exp: 4_000_000_000 })

test('answers are stored and read again, but no secrets', () => {
  const values = {
    name: 'north',
    controllers: 'ctrl.example.com:6262',
    protocols: ['tls', 'wss'],
    comments: false,
    more: 'sans:\n  dns: [north.example.com]\n',
  }
  const secrets = { jwt: token, advertise: token, fileName: 'x'.repeat(30_000) }
  const stored = selectStored({ ...values, ...secrets })
  expect(parseStored(JSON.stringify(stored))).toEqual(values)
  expect(selectStored({ jwt: 'not a token', more: 'password: hunter2' })).toEqual({})
})

test('what is not readable is not taken', () => {
  for (const text of [undefined, '', 'null', '3', '{']) expect(parseStored(text)).toEqual({})
  expect(parseStored('{"name":"north","preset":3,"target":null}')).toEqual({ name: 'north' })
})
