import { expect, test } from 'vitest'
import { toTemplate } from '../../../web/playground/snippets.js'

test.for([
  ['binding: edge', 'binding: edge'],
  ['address: $1', 'address: ${1}'],
  ['address: ${1}\n$0', 'address: ${1}\n${0}'],
  ['bind: ${1:tls:0.0.0.0:3022}', 'bind: ${1:tls:0.0.0.0:3022}'],
  ['mode: ${1|host,tproxy,a\\,b|}', 'mode: ${1:host}'],
  ['mode: ${1|a\\,b,c|}', 'mode: ${1:a,b}'],
  ['key: \\${HOME\\}', 'key: $\\{HOME\\}'],
  ['edge: {}', 'edge: \\{\\}'],
  ['host: ${1:a${b\\}}', 'host: a$\\{b\\}'],
  ['a: \\\\b', 'a: \\b'],
] as const)('the snippet %j is the template %j', ([snippet, template]) => {
  expect(toTemplate(snippet)).toBe(template)
})
