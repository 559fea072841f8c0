import { expect, test } from 'vitest'
import { compareReleases } from '../../../src/config/upgrade/upgrade.js'
import { formatFileSummary } from '../../../src/cli/commands/upgrade/report.js'
import { completeExample } from '../../support/fixtures.js'

const listener = (protocol: string): string =>
  completeExample(
    `listeners: [{binding: edge, address: "${protocol}:0.0.0.0:3022", options: {advertise: "localhost:3022"}}]`,
  ).text

const summarize = (
  protocol: string,
  to: string,
  from = '1.6',
): { first?: string; summary: string } => {
  const compared = compareReleases(listener(protocol), { from, to })
  const [first] = compared.changes
  return {
    ...(first && { first: first.path.join('.') }),
    summary: formatFileSummary({ ...compared, path: 'router.yml', text: '', fixed: 0 }),
  }
}

test('what stops browsers comes first, and the verdict says so', () => {
  const { first, summary } = summarize('wss', '2.0.3')
  expect(first).toBe('listeners.0.address')
  expect(summary).toContain(
    'the router of 2.0.3 starts with the file, but some clients cannot connect',
  )
})

test.each([
  ['tls', '2.0.3'],
  ['wss', '1.6.20'],
])('a listener for %s runs on %s', (protocol, to) => {
  expect(summarize(protocol, to).summary).not.toContain('clients cannot connect')
})

test.each([
  ['2.0.0', '2.0.3'],
  ['2.0.3', '2.1.0-pre2'],
])('what stops browsers in %s and in %s is reported too', (from, to) => {
  const { first, summary } = summarize('wss', to, from)
  expect(first).toBe('listeners.0.address')
  expect(summary).toContain(`the router of ${to} starts with the file, but some clients cannot`)
})

test('a downgrade after which browsers can connect says so', () => {
  const { changes } = compareReleases(listener('wss'), { from: '2.0.3', to: '1.6' })
  expect(changes.map(({ message }) => message)).toContain(
    'No longer reported for 1.6.20: Browsers cannot connect: the router of 2.0.3 closes every `wss` connection without a client certificate',
  )
})
