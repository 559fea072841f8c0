import { describe, expect, test } from 'vitest'
import { parseAddress } from '../../src/formats/address.js'
import { formatDuration, toMilliseconds, parseDuration } from '../../src/formats/duration.js'
import type { FormatTraits, ScalarValue } from '../../src/formats/format.js'
import { formatGoValue } from '../../src/formats/format.js'
import { formats } from '../../src/formats/index.js'

const schemes = ['dtls', 'tcp', 'tls', 'transwarp', 'udp', 'ws', 'wss']

describe('a duration', () => {
  test.each([
    ['0', 0],
    ['5s', 5000],
    ['+5s', 5000],
    ['-1m', -60_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    ['.5s', 500],
    ['5.s', 5000],
    ['1us', 0.001],
    ['1µs', 0.001],
    ['1μs', 0.001],
    ['2ns', 0.000002],
    ['1s1s', 2000],
    ['2562047h', 9_223_369_200_000],
    ['-9223372036854775808ns', -9_223_372_036_854.775],
  ])('%s has %d ms', (text, value) => {
    expect(toMilliseconds(text)).toBeCloseTo(value, 6)
  })

  test.each([
    ['', '`5s`'],
    ['-', '`5s`'],
    ['15', '`15s`'],
    ['1.5', '`1.5s`'],
    ['1d', '`24h`'],
    ['2weeks', '`336h`'],
    ['2years', 'units are'],
    ['5 s', '`5s`'],
    ['5S', '`5s`'],
    ['10min', '`10m`'],
    ['abc', '`5s`'],
    ['1s ', '`1s`'],
    ['2562048h', '2562047h'],
    ['9223372036854775808ns', '2562047h'],
    [`${'9'.repeat(1_000_000)}s`, '2562047h'],
  ])('%.20s is invalid, because: %s', (text, right) => {
    expect(parseDuration(text)).toEqual({ expected: expect.stringContaining(right) })
  })

  test.each([
    [0, '0s'],
    [5000, '5s'],
    [90_000, '1m30s'],
    [3_600_000, '1h'],
    [1500, '1.5s'],
    [250, '250ms'],
    [0.001, '1us'],
    [0.000001, '1ns'],
    [-60_000, '-1m'],
  ])('%d ms are written %s', (value, text) => {
    expect(formatDuration(value)).toBe(text)
    expect(toMilliseconds(text)).toBeCloseTo(value, 9)
  })
})

describe('an address', () => {
  test.each([
    ['tls:router.example.com:3022', { protocol: 'tls', host: 'router.example.com', port: 3022 }],
    ['tls::3022', { protocol: 'tls', host: '', port: 3022 }],
    ['tls:0.0.0.0:0', { protocol: 'tls', host: '0.0.0.0', port: 0 }],
    ['wss:[::1]:65535', { protocol: 'wss', host: '[::1]', port: 65535 }],
    ['dtls:a', { protocol: 'dtls', host: 'a', port: undefined }],
    ['TLS:a:1', undefined],
    ['tls:a', undefined],
    ['tls:a:65536', undefined],
    ['tls:a:1:2', undefined],
    ['tls://a:1', { protocol: 'tls', host: '//a', port: 1 }],
    ['http:a:1', undefined],
    ['a:1', undefined],
    ['', undefined],
  ])('%s', (text, parts) => {
    expect(parseAddress(text, { schemes, allowsBrackets: true })).toEqual(parts)
  })

  test('has no host in brackets where the release knows none', () => {
    expect(parseAddress('tls:[::1]:1', { schemes, allowsBrackets: false })).toBe(undefined)
  })
})

const facts: FormatTraits = { schemes, allowsBrackets: true, refusesNan: false, wrap: undefined }
const text = (value: string): ScalarValue => ({ kind: 'text', value })
const int = (value: bigint): ScalarValue => ({ kind: 'int', value })
const float = (value: number): ScalarValue => ({ kind: 'float', value })

const read = (name: string, given: ScalarValue, wrap?: FormatTraits['wrap']): unknown => {
  const result = formats.get(name)?.read(given, { ...facts, wrap })
  return result && ('value' in result ? result.value : result.fault)
}

describe('a format', () => {
  test.each<[string, ScalarValue, unknown]>([
    ['edge-advertise', text('localhost:3022'), 'localhost:3022'],
    ['edge-advertise', text('tls:localhost:3022'), 'format'],
    ['edge-advertise', text('[::1]:3022'), 'format'],
    ['edge-advertise', text('localhost:9223372036854775807'), 'localhost:9223372036854775807'],
    ['edge-advertise', text('localhost:9223372036854775808'), 'format'],
    ['host-port', text('0.0.0.0:8081'), '0.0.0.0:8081'],
    ['host-port', text(':8081'), 'range'],
    ['host-port', text('a:0'), 'range'],
    ['host-port', text('\u0085a:1\u00a0'), '\u0085a:1\u00a0'],
    ['host-port', text('\ufeff:1'), '\ufeff:1'],
    ['host-port', text('a:+1'), 'a:+1'],
    ['host-port-or-empty', text(''), ''],
    ['listen-host-port', text(':0'), ':0'],
    ['listen-host-port', text('a:http'), 'a:http'],
    ['udp-address', text('udp:1.1.1.1:53'), 'udp:1.1.1.1:53'],
    ['udp-address', text('tls:1.1.1.1:53'), 'format'],
    ['listen-address', text('ws:a:1'), 'format'],
    ['listen-address', text('dtls:a'), 'format'],
    ['flag', text('TRUE'), true],
    ['flag', text('yes'), false],
    ['flag', { kind: 'null', value: null }, false],
    ['whole', float(3), 3],
    ['whole', float(3.5), 'type'],
    ['truncated-float', float(64.9), 64],
    ['duration-or-milliseconds', int(1500n), 1500],
    ['duration-text', int(0n), 0],
    ['duration-text', int(30n), 'format'],
    ['ip', text('192.0.2.1'), '192.0.2.1'],
    ['ip', text('192.0.2.01'), 'range'],
    ['ip', text('::ffff:192.0.2.01'), 'range'],
    ['ip', text('::ffff:192.0.2.1'), '::ffff:192.0.2.1'],
    ['uri', text('spiffe://example.com/router'), 'spiffe://example.com/router'],
    ['uri', text('%zz'), 'range'],
    ['uri', text('//<a>/'), '//<a>/'],
    ['uri', text('a#\u007f'), 'a#\u007f'],
    ['uri', text('//é@a'), 'range'],
    ['uri', text('//[fe80::1%en0]'), 'range'],
    ['uri', text('//[fe80::1%25en0]'), '//[fe80::1%25en0]'],
    ['certificate', text(''), 'range'],
    ['certificate', text('pki/a.cert'), 'pki/a.cert'],
    ['certificate', text('pem:nothing'), 'format'],
  ])('%s reads %o as %s', (name, given, value) => {
    expect(read(name, given)).toBe(value)
  })

  test.each<[FormatTraits['wrap'], bigint, number]>([
    ['int32', 2_147_483_648n, -2_147_483_648],
    ['uint32', -1n, 4_294_967_295],
    ['uint16', 65_537n, 1],
    ['seconds', 9_223_372_037n, -9_223_372_036.709552],
    ['milliseconds', 9_223_372_036_855n, -9_223_372_036_854.553],
  ])('that wraps at %s makes %d another number', (wraps, given, value) => {
    expect(read('integer', int(given), wraps)).toBeCloseTo(value, 2)
  })
})

test.each<[ScalarValue, string]>([
  [float(1e21), '1e+21'],
  [float(1e5), '100000'],
  [float(1e6), '1e+06'],
  [float(1234567.8), '1.2345678e+06'],
  [float(1e-7), '1e-07'],
  [float(100000), '100000'],
  [float(Number.NaN), 'NaN'],
  [float(-Infinity), '-Inf'],
  [{ kind: 'null', value: null }, '<nil>'],
  [{ kind: 'bool', value: true }, 'true'],
])('%o is printed as %s', (given, printed) => {
  expect(formatGoValue(given)).toBe(printed)
})

describe('an address in another form names its own host and port', () => {
  const describeFault = (name: string, value: string): string => {
    const result = formats.get(name)?.read(text(value), facts)
    return result === undefined ? '' : 'fault' in result ? result.expected : (result.note ?? '')
  }

  test.each([
    ['address', 'https://c.example.com:1280', '`tls:c.example.com:1280`, without slashes'],
    [
      'address',
      'https://c.example.com:1280/edge/client/v1?x',
      '`tls:c.example.com:1280`, without slashes and path',
    ],
    ['address', 'https://c.example.com', '`tls:c.example.com:443`, without slashes'],
    ['address', 'http://c.example.com:80/', '`tls:c.example.com:80`, without slashes'],
    ['address', 'wss://c.example.com/ws', '`wss:c.example.com:443`, without slashes and path'],
    ['address', 'https://me:secret@c.example.com:1', '`tls:c.example.com:1`, without slashes'],
    ['address', 'https://[2001:db8::1]:1', '`tls:[2001:db8::1]:1`, without slashes'],
    ['address', '//c.example.com:1280', '`tls:c.example.com:1280`, without slashes'],
    ['address', 'TLS:c.example.com:1', '`tls:c.example.com:1`, with the protocol in lower case'],
    ['address', 'tls:c.example.com:1/', '`tls:c.example.com:1`'],
    ['address', 'tls;c.example.com:1', 'an address with a protocol, such as `tls:c.example.com:1`'],
    [
      'address',
      'ssl:c.example.com:1',
      /^an address with the protocol .*, such as `tls:c.example.com:1`$/,
    ],
    ['address', 'c.example.com', /`tls:c\.example\.com:3022`, with a protocol and a port/],
    ['address', 'https://', /`tls:router\.example\.com:3022`, without slashes/],
    ['address', 'https://a b:1', /`tls:router\.example\.com:3022`, without slashes/],
    ['listen-address', 'ws://0.0.0.0:80/path', '`wss:0.0.0.0:80`; a listener cannot use ws'],
    ['listen-address', 'http://0.0.0.0:80', '`tls:0.0.0.0:80`, without slashes'],
    ['edge-address', 'tls://0.0.0.0:80', '`tls:0.0.0.0:80`; `//0.0.0.0` is not a host'],
    ['edge-address', 'https://[::1]:80', /edge listeners do not support IPv6 hosts/],
    [
      'edge-advertise',
      'https://r.example.com:1/x',
      '`r.example.com:1`, without a protocol and path',
    ],
    ['edge-advertise', 'https://r.example.com', '`r.example.com:443`, without a protocol'],
    ['host-port', 'https://0.0.0.0:8081', '`0.0.0.0:8081`, without a protocol'],
    ['listen-host-port', 'tcp:0.0.0.0:1080', '`0.0.0.0:1080`, without a protocol'],
  ])('%s %s', (name, value, right) => {
    if (typeof right === 'string') expect(describeFault(name, value)).toBe(right)
    else expect(describeFault(name, value)).toMatch(right)
  })

  test.each([
    ['address', 'tls:127.1:6262', '`tls:127.0.0.1:6262`'],
    ['address', 'tls:0:6262', '`tls:0.0.0.0:6262`'],
    ['address', 'tls:2130706433:6262', '`tls:127.0.0.1:6262`'],
    ['address', 'tls:0x7f.1:6262', '`tls:127.0.0.1:6262`'],
    ['address', 'tls:010.0.0.01:6262', '`tls:8.0.0.1:6262`'],
    ['address', 'tls:192.168.257:6262', '`tls:192.168.1.1:6262`'],
    ['address', 'tls:256.0.0.1:6262', 'the name or address of a host'],
    ['address', 'tls:1.2.3.4.5:6262', 'the name or address of a host'],
    ['listen-address', 'tls:127.0.0.1.:6262', '`tls:127.0.0.1:6262`'],
    ['edge-advertise', '127.1:3022', '`127.0.0.1:3022`'],
    ['host-port', '127.1:3022', '`127.0.0.1:3022`'],
    ['listen-host-port', '0:3022', '`0.0.0.0:3022`'],
  ])('%s %s is not an IP address', (name, value, instead) => {
    const note = describeFault(name, value)
    expect(note).toMatch(/is not an IP address for the router/)
    expect(note.endsWith(`write ${instead}`)).toBe(true)
    expect(note.includes('can only listen')).toBe(name === 'listen-address')
  })

  test.each(['127.0.0.1', '10.0.0.1', 'a1', '0a', '1.example.com', '1e3x', '0x7g'])(
    'nothing is said of %s',
    (host) => {
      expect(describeFault('address', `tls:${host}:1`)).toBe('')
      expect(describeFault('edge-advertise', `${host}:1`)).toBe('')
    },
  )
})
