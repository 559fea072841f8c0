import { expect, test } from 'vitest'
import { compareReleases } from '../../../src/config/upgrade/upgrade.js'
import { formatFileSummary } from '../../../src/cli/commands/upgrade/report.js'
import { completeExample } from '../../support/fixtures.js'

const listener = (protocol: string): string =>
  completeExample(
    `listeners: [{binding: edge, address: "${protocol}:0.0.0.0:3022", options: {advertise: "localhost:3022"}}]`,
  ).text

const summarize = (protocol: string, to: string): { first?: string; summary: string } => {
  const compared = compareReleases(listener(protocol), { from: '1.6', to })
  const [first] = compared.changes
  return {
    ...(first && { first: first.path.join('.') }),
    summary: formatFileSummary({ ...compared, path: 'router.yml', fixed: 0 }),
  }
}

test('what stops browsers comes first, and the verdict says so', () => {
  const { first, summary } = summarize('wss', '2.0.3')
  expect(first).toBe('listeners.0.address')
  expect(summary).toContain(
    'the router of 2.0.3 starts with the file, but some clients can no longer connect',
  )
})

test.each([
  ['tls', '2.0.3'],
  ['wss', '1.6.20'],
])('a listener for %s runs on %s', (protocol, to) => {
  expect(summarize(protocol, to).summary).not.toContain('clients can no longer')
})
