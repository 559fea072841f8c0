import { syncBuiltinESMExports } from 'node:module'
import os, { networkInterfaces } from 'node:os'
import { expect, test, vi } from 'vitest'
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
  ['10.0.0.1', true],
  ['172.31.255.255', true],
  ['192.168.0.1', true],
  ['100.64.0.1', true],
  ['198.18.0.1', true],
  ['255.255.255.255', true],
  ['224.0.0.1', true],
  ['fd00::1', true],
  ['fec0::1', true],
  ['ff02::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:a00:1', true],
  ['::10.0.0.1', true],
  ['64:ff9b::10.0.0.1', true],
  ['2002:a00:1::', true],
  ['2002:7f00:1::', true],
  ['64:ff9b::7f00:1', true],
  ['64:ff9b:1::10.0.0.1', true],
  ['64:ff9b:1:7f00:0:100::', true],
  ['64:ff9b:1::1.1.1.1', true],
  ['2001::1', true],
  ['2001:0:7f00:1::', true],
  ['::ffff:0:127.0.0.1', true],
  ['::ffff:0.0.0.0', true],
  ['::127.0.0.1', true],
  ['2606:4700::5efe:127.0.0.1', true],
  ['2606:4700::200:5efe:10.0.0.1', true],
  ['fe80::1%lo', true],
  ['::ffff:127.0.0.1%lo', true],
  ['0177.0.0.1', true],
  ['0x7f000001', true],
  ['2130706433', true],
  ['127.1', true],
  ['0.1.2.3', true],
  ['192.0.0.8', true],
  ['192.88.99.1', true],
  ['100::1', true],
  ['2001:20::1', true],
  ['2001:2::1', true],
  ['3fff::1', true],
  ['5f00::1', true],
  ['240.0.0.1', true],
  ['192.0.2.1', true],
  ['2001:db8::1', true],
  ['1.1.1.1', false],
  ['64:ff9b::1.1.1.1', false],
  ['2606:4700::1111', false],
  ['example.com', false],
])('%s is local: %s', (address, isLocal) => {
  expect(isLocalAddress(address)).toBe(isLocal)
})

test('every address of an interface is local, however it is written', () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  expect(own.length).toBeGreaterThan(0)
  for (const { address, family } of own) {
    expect(isLocalAddress(address)).toBe(true)
    if (family === 'IPv4') expect(isLocalAddress(`::ffff:${address}`)).toBe(true)
  }
})

test('a public address of an interface is local', () => {
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({
    eth0: [
      {
        address: '1.1.1.1',
        netmask: '255.255.255.0',
        family: 'IPv4',
        mac: '00:00:00:00:00:00',
        internal: false,
        cidr: '1.1.1.1/24',
      },
    ],
  })
  syncBuiltinESMExports()
  expect([isLocalAddress('1.1.1.1'), isLocalAddress('1.1.1.2')]).toEqual([true, false])
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

test.each([
  'http://10.0.0.1/keys',
  'http://[::ffff:192.168.1.1]/keys',
  'http://0x7f.1/keys',
  'http://127.0.0.1./keys',
  'http://169.254.169.254/latest/meta-data',
  'https://[fe80::1]/keys',
  'http://localhost:1/keys',
  'http://2130706433:1/keys',
  'http://0/keys',
  'http://0x7f000001/keys',
  'http://0177.0.0.1/keys',
  'http://127.1:9/keys',
  'http://[::]:1/keys',
  'http://[::ffff:0:0]/keys',
  'http://[64:ff9b::7f00:1]/keys',
  'http://\u2460\u2461\u2466.0.0.1/keys',
  'http://user:pass@127.0.0.1/keys',
  'https://LOCALHOST:1/keys',
])('%s is not contacted', async (url) => {
  await expect(
    fetchRemoteKeys(url, { headers: {}, redirect: 'error', signal: AbortSignal.timeout(5000) }),
  ).rejects.toThrow('is an address of this machine, its link or a private network')
})
