import { expect, test } from 'vitest'
import { completeExample } from '../../support/fixtures.js'
import { folderWith, runHere } from '../../support/program.js'

const router = (dns: string): string => completeExample(`csr: {sans: {dns: [${dns}]}}`).text

const diff = (format: string, after = 'a.example.com, c.example.com') =>
  runHere(['diff', 'old.yml', 'new.yml', '--format', format], {
    cwd: folderWith({
      'old.yml': router('a.example.com, b.example.com'),
      'new.yml': router(after),
    }),
  })

test('the item that changed is named', async () => {
  const { out, code } = await diff('text')
  expect(out).toMatch(
    /^~ csr\.sans\.dns\[1\]: b\.example\.com \(old\.yml:\d+\) -> c\.example\.com \(new\.yml:\d+\)\n$/,
  )
  expect(code).toBe(1)
})

test('SARIF has a result for each difference, in the second version', async () => {
  const { out, code } = await diff('sarif')
  const [run] = JSON.parse(out).runs
  expect(run.results).toHaveLength(1)
  expect(run.results[0]).toMatchObject({
    ruleId: 'diff-changed',
    level: 'warning',
    message: { text: expect.stringContaining('csr.sans.dns[1]: b.example.com') },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'new.yml' } },
        logicalLocations: [{ fullyQualifiedName: 'csr.sans.dns[1]' }],
      },
    ],
  })
  expect(code).toBe(1)
})

test('what the second version lacks is at its start', async () => {
  const { out } = await diff('github', 'a.example.com')
  expect(out).toMatch(/^::warning file=new\.yml,line=1,.*title=diff-removed::csr\.sans\.dns\[1\]: /)
})

test('JUnit has a failure for each difference, and a passed test without any', async () => {
  expect((await diff('junit')).out).toMatch(/failures="1"/)
  const { out, code } = await diff('junit', 'a.example.com, b.example.com')
  expect(out).toContain('name="routerfile diff"')
  expect(code).toBe(0)
})
