import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { hasFormat } from '../../../../src/management/service/schemas/formats.js'
import { isMailAddress } from '../../../../src/management/service/schemas/mail-address.js'
import { startManaged } from '../../../support/management.js'

const recorded: { format: string; text: string; accepted: boolean }[] = JSON.parse(
  readFileSync('fixtures/management/formats.json', 'utf8'),
)

const service = await startManaged()
afterAll(() => service.close())

test.each(recorded)(
  '$format: $text is accepted as on controllers',
  ({ format, text, accepted }) => {
    expect(hasFormat(text, format)).toBe(accepted)
  },
)

test('are checked in the data of configs', async () => {
  const type = await service.make('config-types', {
    name: 'addressed',
    schema: { type: 'object', properties: { at: { format: 'ipv4' } } },
  })
  const status = async (at: unknown): Promise<number> =>
    (
      await service.call('POST', '/configs', {
        body: { name: `at ${String(at)}`, configTypeId: type, data: { at } },
      })
    ).status
  expect(await status('192.0.2.1')).toBe(201)
  expect(await status('192.0.2.256')).toBe(400)
  expect(await status(true)).toBe(201)
  // As controllers do, which find no format that they know in a number.
  expect(await status(7)).toBe(400)
})

describe('siblings of what was recorded', () => {
  test.each([
    ['time', '9:00:00', true],
    ['time', '10:00:00,5', true],
    ['time', '10:00:00+24:60', true],
    ['time', '10:00:00+25:00', false],
    ['time', '24:00:00', false],
    ['time', '10:00', false],
    ['date-time', '2024-02-29', true],
    ['date-time', '2023-02-29T10:00:00Z', false],
    ['date-time', '2024-02-29T1:00:00+02:00', true],
    ['ipv4', '::ffff:1.2.3.4', true],
    ['ipv6', '1:2:3:4:5:6:7::', true],
    ['ipv6', '1::2::3', false],
    ['uri', 'http://[::1]:80', true],
    ['uri', 'http://[1.2.3.4]', false],
    ['uri', 'http://a:80:80', false],
    ['uri', 'foo://a:80:80', true],
    ['uri', 'http://[fe80::1%25en0]', true],
    ['uri', '//a', false],
    ['uri-template', 'http://h/{x', false],
    ['uri-template', 'http://h?{a', true],
    ['uri-template', '{'.repeat(10_000), false],
    ['regex', '[z-a]', false],
    ['regex', '', true],
    ['hostname', `${'a'.repeat(63)}.b`, true],
    ['uuid', '6f1f9f6c-1f0a-4bd2-9d58-5cf3c7f0ad11\n', false],
  ])('%s: %j is %s', (format, text, accepted) => {
    expect(hasFormat(text, format)).toBe(accepted)
  })

  test.each([
    ['John Q. Public <a@b>', true],
    ['"A, B" <a@b>', true],
    ['a@[::1]', true],
    ['a@[300.1.1.1]', false],
    ['(one) a@b', false],
    ['a@b (one (two))', true],
    ['a@b (one', false],
    ['team: a@b;', true],
    ['team: a@b, c@d;', false],
    ['team:;', false],
    ['team: inner: a@b;;', false],
    ['""@b', false],
    [String.raw`"\""@b`, true],
    ['a@b, c@d', false],
    ['<a@b', false],
  ])('the mail address %j is %s', (text, accepted) => {
    expect(isMailAddress(text)).toBe(accepted)
  })
})
