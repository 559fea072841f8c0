import { parse, stringify } from 'yaml'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Json, JsonMap } from '../../src/document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../../src/document/record.js'
import { inspect } from '../../src/lint/lint.js'
import type { Description } from '../../src/schema/describe.js'
import { placeAt } from './rule-keys.js'
import { completePart, identity, addSurroundings } from './surroundings.js'

/** A key with a valid value: the part of a file that contains it, the whole file, and its findings. */
export type RightExample = { text: string; whole: string; findings: readonly Diagnostic[] }

/** Values for keys whose values in the schema do not show their use, by the end of the key's path. */
const values: readonly (readonly [end: string, value: Json])[] = [
  ['identity', identity],
  ['ctrl.bind', 'eth0'],
  ['ctrl.endpoints', ['tls:ctrl1.example.com:6262', 'tls:ctrl2.example.com:6262']],
  ['ctrl.endpointsFile', 'endpoints.yml'],
  ['ctrl.rateLimiter.minSize', 5],
  ['bindInterface', 'eth0'],
  ['groups', ['default']],
  ['costTags', ['satellite']],
  ['edge.db', 'edge.db'],
  ['ctrl.dataDir', 'data'],
  ['csr.sans.dns', ['router.example.com']],
  ['csr.sans.ip', ['192.0.2.10']],
  ['csr.sans.uri', ['https://router.example.com']],
  ['csr.sans.email', ['operator@example.com']],
  ['csr.organization', 'Example'],
  ['csr.organizationalUnit', 'Operations'],
  ['link.dialers[].bind', 'eth0'],
  ['options.services', ['web:8080']],
  ['options.lanIf', 'eth0'],
  ['listeners[binding=tunnel].address', 'tunnel'],
  ['options.advertise', 'router.example.com:4022'],
  ['].service', 'web'],
  ['transport.protocol', 'tls'],
  ['maxBytesPerSecond', 10_000_000],
  ['proxy.type', 'http'],
  ['proxy.username', 'router'],
  ['proxy.password', 'hidden'],
  ['web[].name', 'health'],
  ['bindPoints[].identity.file', 'overlay.json'],
  ['bindPoints[].identity.env', 'OVERLAY_IDENTITY'],
  ['bindPoints[].identity.service', 'health'],
  ['newAddress', 'new.example.com:8081'],
  ['managedConfig.allow', ['all']],
  ['plugins', ['plugin.so']],
  ['memory.path', 'memory.pprof'],
  ['cpu.path', 'cpu.pprof'],
  ['trace.path', 'router.trace'],
]

/** Values that the router needs beside a key to use it, by the end of the key's path. */
const companions: readonly (readonly [end: string, beside: JsonMap])[] = [
  ['options.services', { mode: 'proxy' }],
  ['proxy.password', { username: 'router' }],
  ['alt_server_certs[].server_key', { server_cert: 'alt.server.cert' }],
  ['bindPoints[].identity.env', { service: 'health' }],
  ['profile.memory.intervalMs', { path: 'memory.pprof' }],
]

/** Tries a key with each candidate value, and yields an example with its findings in a release. */
export function* tryRightExamples(
  { path, examples = [], default: usual, values: choices = [] }: Description,
  release: string,
): Generator<RightExample> {
  const own = values.flatMap(([end, value]) => (path.endsWith(end) ? [value] : []))
  const [, around] = companions.find(([end]) => path.endsWith(end)) ?? []
  const beside = around && placeAt(path.replace(/\.[^.]*$/, ''), around)
  for (const value of [...own, ...examples, usual, ...choices]) {
    if (value === undefined || value === null || isEmpty(value)) continue
    const written = stringify(addSurroundings(beside, placeAt(path, value))).trimEnd()
    // For some keys, digits must be a number without quotes, for others a number with a decimal point.
    const texts = new Set([
      written,
      written.replace(/: "(\d+)"$/, ': $1'),
      written.replace(/: (\d+)$/, ': $1.0'),
    ])
    for (const text of texts) {
      const whole = completeText(text)
      yield { text, whole, findings: inspect(whole, { target: release }).diagnostics() }
    }
  }
}

const isEmpty = (value: Json): boolean =>
  isJsonList(value) ? value.length === 0 : isJsonMap(value) && Object.keys(value).length === 0

/** Completes a part to a whole file, preserving a number with a decimal point. */
export function completeText(part: string): string {
  const text = completePart(toJsonMap(parse(part)))
  const [, name, digits] = /(\w+): (\d+)\.0$/.exec(part) ?? []
  return name === undefined ? text : text.replace(`${name}: ${digits}\n`, `${name}: ${digits}.0\n`)
}
