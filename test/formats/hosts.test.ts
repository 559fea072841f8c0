import { expect, test } from 'vitest'
import { parseCredential } from '../../src/formats/credential.js'
import { classifyHost, isIp, isUri } from '../../src/formats/internet.js'
import { coversHost } from '../../src/lint/listeners.js'

test.each([
  ['', { kind: 'nothing' }],
  ['pki/router.cert', { kind: 'file', path: 'pki/router.cert' }],
  ['file:///etc/router.cert', { kind: 'file', path: '/etc/router.cert' }],
  ['file://host/etc/router.cert', { kind: 'file', path: '/etc/router.cert' }],
  ['file:router.cert', { kind: 'nothing' }],
  ['pem:-----BEGIN CERTIFICATE-----', { kind: 'pem', text: '-----BEGIN CERTIFICATE-----' }],
  ['-----BEGIN CERTIFICATE-----', { kind: 'pem', text: '-----BEGIN CERTIFICATE-----' }],
  ['pkcs11:/usr/lib/token.so?slot=1', { kind: 'engine', scheme: 'pkcs11' }],
])('the credential %s is found', (value, location) => {
  expect(parseCredential(value)).toEqual(location)
})

test.each([
  ['192.0.2.1', true],
  ['::1', true],
  ['::ffff:1.2.3.4', true],
  ['fe80::1%eth0', false],
  ['1.2.3', false],
  ['256.0.0.1', false],
  ['localhost', false],
])('%s is an IP address: %s', (value, is) => {
  expect(isIp(value)).toBe(is)
})

test.each([
  ['0.0.0.0', 'unspecified'],
  ['[::]', 'unspecified'],
  ['127.0.0.1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['192.0.2.1', 'reserved'],
  ['router.example.com', 'name'],
  ['', 'empty'],
])('%s is of class %s', (host, kind) => {
  expect(classifyHost(host)).toBe(kind)
})

test.each([
  ['spiffe://a/b', true],
  ['a/b', true],
  ['a b', true],
  ['http://a b/', false],
  ['http://[::1]:80/', true],
  ['http://a:x/', false],
  [':a', false],
  ['a%2', false],
  ['a\u0007', false],
])('%o is a URI: %s', (value, is) => {
  expect(isUri(value)).toBe(is)
})

const certificate = {
  names: ['router.example.com', '*.edge.example.com', 'Trailing.example.com.'],
  addresses: ['192.0.2.1', '2001:DB8:0:0:0:0:0:1'],
}

test.each([
  ['router.example.com', true],
  ['ROUTER.example.com', true],
  ['router.example.com.', true],
  ['a.edge.example.com', true],
  ['a.b.edge.example.com', false],
  ['edge.example.com', false],
  ['trailing.example.com', true],
  ['192.0.2.1', true],
  ['192.0.2.2', false],
  ['[2001:db8::1]', true],
  ['other.example.com', false],
])('the certificate covers %s: %s', (host, is) => {
  expect(coversHost(certificate, host)).toBe(is)
})
