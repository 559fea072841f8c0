import { expect, test } from 'vitest'
import {
  fetchRemoteKeys,
  isLocalAddress,
} from '../../../../src/management/service/auth/fetch-keys.js'

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['0.0.0.0', true],
  ['::', true],
  ['169.254.169.254', true],
  ['::ffff:169.254.169.254', true],
  ['fe80::1', true],
  ['10.0.0.1', false],
  ['192.0.2.1', false],
  ['2001:db8::1', false],
  ['example.com', false],
])('%s is local: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal)
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/keys',
  'http://localhost:1/keys',
  'http://2130706433:1/keys',
])('%s is not contacted', async (url) => {
  await expect(
    fetchRemoteKeys(url, { headers: {}, redirect: 'error', signal: AbortSignal.timeout(5000) }),
  ).rejects.toThrow('is an address of this machine or its link')
})
