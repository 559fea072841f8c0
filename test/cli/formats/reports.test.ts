import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { outputFormats } from '../../../src/generated/formats.js'
import type { FileReport } from '../../../src/project/reports.js'
import { nasty, printed, realReports, reports, sets } from '../../support/reports.js'
import { yaml } from '../../support/yaml.js'

const each = test.each(Object.entries(sets))

const read = (path: string): object => JSON.parse(readFileSync(path, 'utf8'))

const findings = reports.flatMap(({ path, diagnostics }) =>
  diagnostics.map((diagnostic) => ({ file: path, ...diagnostic })),
)

test('the reports have a finding of each severity, with fixes and without', () => {
  expect(new Set(findings.map(({ severity }) => severity)).size).toBe(3)
  expect(findings.filter(({ fix }) => fix).length).toBe(2)
  expect(
    sets['what real files give'].flatMap(({ diagnostics }) => diagnostics).length,
  ).toBeGreaterThan(50)
})

test.each(outputFormats.map(({ name }) => name))(
  '%s leaves nothing that a terminal would obey',
  async (name) => {
    const text = await printed(name, reports, { refused: [nasty] })
    expect(text).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/,
    )
    expect(text.replaceAll('\\', '')).toContain('u001b[31mredu009b0m')
  },
)

describe('json', () => {
  const schema = read('src/cli/formats/report.schema.json')
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allErrors: true,
  })
  const check = ajv.addSchema(schema, 'report').getSchema('report')
  const checkLine = ajv.getSchema('report#/$defs/line')

  each('is as its schema says: %s', async (_, given) => {
    for (const refused of [[], ['`x` does not exist']])
      expect(check?.(JSON.parse(await printed('json', given, { refused }))) || check?.errors).toBe(
        true,
      )
  })

  each('jsonl is as its schema says, a finding a line: %s', async (_, given) => {
    const lines = (await printed('jsonl', given)).split('\n').slice(0, -1)
    expect(lines.map((line) => checkLine?.(JSON.parse(line)) ?? false)).toEqual(
      given.flatMap(({ diagnostics }) => diagnostics.map(() => true)),
    )
  })

  test('gives back what was found', async () => {
    const { files, summary } = JSON.parse(await printed('json'))
    expect(files).toMatchObject(reports.map(({ path, diagnostics }) => ({ path, diagnostics })))
    expect(summary).toEqual({
      error: 3,
      warning: 3,
      info: 2,
      files: 3,
      faulty: 2,
      fixable: 1,
      unsafelyFixable: 1,
    })
    expect(
      (await printed('jsonl'))
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject(findings)
  })

  test('the schema refuses invalid reports', () => {
    expect(check?.({ version: 2, release: '2.0.3', files: [], refused: [], summary: {} })).toBe(
      false,
    )
    expect(checkLine?.({ rule: 'unknown-key' })).toBe(false)
  })

  test.each(['json', 'jsonl', 'sarif'])(
    '%s leaves out a fix that would write out a secret',
    async (name) => {
      const [report] = realReports({
        'a.yaml': yaml`
        proxy:
          passwrod: correct horse
      `,
      })
      const [diagnostic] = report?.diagnostics ?? []
      if (!report || !diagnostic) throw new Error('nothing is found')
      const withFix = (text: string) =>
        printed(name, [
          {
            ...report,
            diagnostics: [
              { ...diagnostic, fix: { title: 'move it', edits: [{ start: 0, end: 1, text }] } },
            ],
          },
        ])
      expect(await withFix('a: b')).toContain('move it')
      expect(await withFix('password: correct horse')).not.toMatch(/move it|correct horse/)
    },
  )
})

test.each(['json', 'jsonl', 'sarif', 'pretty'])(
  '%s reads the text around many parts once',
  async (name) => {
    const text = 'token: abcdefgh\n'.repeat(2000)
    const [report] = realReports({ 'a.yaml': 'unknown: 1\n' })
    if (!report) throw new Error('nothing is found')
    const fix = { title: 'move it', edits: [{ start: 0, end: 1, text: 'a' }] }
    const diagnostics = report.diagnostics.slice(0, 1).map((found) => ({ ...found, fix }))
    const measure = async (count: number, run: number): Promise<number> => {
      const parts = Array.from({ length: count }, (_, index): FileReport => {
        return { ...report, text: `${text}# ${count}, ${run}`, part: `part ${index}`, diagnostics }
      })
      const start = performance.now()
      await printed(name, parts, { isVerbose: true })
      return performance.now() - start
    }
    // The least of three: other programs run beside the test.
    const measureLeast = async (count: number): Promise<number> =>
      Math.min(await measure(count, 1), await measure(count, 2), await measure(count, 3))
    const few = await measureLeast(2)
    expect(await measureLeast(100)).toBeLessThan(25 * few)
  },
)

describe('sarif', () => {
  const {
    $schema: _,
    id: __,
    ...schema
  }: Record<string, unknown> = {
    ...read('node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'),
  }
  const formats = {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) => !/[^\w\-.~:/?#[\]@!$&'()*+,;=%]|%(?![0-9A-F]{2})/.test(text),
    'date-time': /^\d{4}-\d\d-\d\dT/,
  }
  const check = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, formats }).compile(
    schema,
  )

  each('is valid by the schema of SARIF 2.1.0: %s', async (__, given) => {
    for (const refused of [[], ['`x` does not exist']])
      expect(check(JSON.parse(await printed('sarif', given, { refused }))) || check.errors).toBe(
        true,
      )
    expect(check({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false)
  })

  test('points at the place, the rule and the fix', async () => {
    const {
      runs: [
        {
          tool: { driver },
          results,
          artifacts,
        },
      ],
    } = JSON.parse(await printed('sarif'))
    const uri = 'a%20folder/100%25%20%231%2C%20%C3%BC%3A%E4%B8%96.yaml'
    expect(artifacts[1].location).toEqual({ uri, uriBaseId: '%SRCROOT%' })
    expect(
      results.map(
        ({ ruleId, ruleIndex }: { ruleId: string; ruleIndex: number }) =>
          driver.rules[ruleIndex].id === ruleId,
      ),
    ).toEqual(findings.map(() => true))
    expect(driver.rules.find(({ id }: { id: string }) => id === 'unknown-key')).toMatchObject({
      help: {
        text: expect.not.stringContaining('```'),
        markdown: expect.stringContaining('```yaml'),
      },
      defaultConfiguration: { level: 'warning' },
    })
    const artifactLocation = { uri, uriBaseId: '%SRCROOT%', index: 1 }
    expect(results[0]).toMatchObject({
      level: 'warning',
      locations: [
        {
          physicalLocation: {
            artifactLocation,
            region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 5 },
          },
          logicalLocations: [{ fullyQualifiedName: 'link.dialers' }],
        },
      ],
      relatedLocations: [
        { message: { text: 'it stands here too' }, physicalLocation: { region: { startLine: 4 } } },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation,
              replacements: [
                {
                  deletedRegion: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 5 },
                  insertedContent: { text: 'links' },
                },
              ],
            },
          ],
        },
      ],
    })
    expect(results.map(({ level }: { level: string }) => level)).toEqual(
      findings.map(({ severity }) => (severity === 'info' ? 'note' : severity)),
    )
  })

  test('says that a file could not be read', async () => {
    const {
      runs: [{ invocations }],
    } = JSON.parse(await printed('sarif', [], { refused: ['why'] }))
    expect(invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: 'why' } }],
      },
    ])
  })
})

describe('gitlab', () => {
  type Issue = { fingerprint: string; severity: string; location: { path: string } }
  const issuesOf = async (given = reports): Promise<Issue[]> =>
    JSON.parse(await printed('gitlab', given))

  test('has what GitLab asks for', async () => {
    expect(await issuesOf()).toMatchObject(
      findings.map(({ file, rule, message, severity, range: { start } }) => ({
        description: message,
        check_name: rule,
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
        severity: { error: 'critical', warning: 'major', info: 'info' }[severity],
        location: { path: file, lines: { begin: start.line + 1 } },
      })),
    )
    expect(await issuesOf([])).toEqual([])
  })

  test('marks each finding, and by the same mark when lines move', async () => {
    const moved = reports.map((report) => ({
      ...report,
      diagnostics: report.diagnostics.map((item) => ({
        ...item,
        range: {
          start: { ...item.range.start, line: item.range.start.line + 9 },
          end: { ...item.range.end, line: item.range.end.line + 9 },
        },
      })),
    }))
    const [before, after, sarif] = [
      await issuesOf(),
      await issuesOf(moved),
      JSON.parse(await printed('sarif', moved)),
    ]
    expect(after.map(({ fingerprint }) => fingerprint)).toEqual(
      before.map(({ fingerprint }) => fingerprint),
    )
    expect(new Set(before.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length)
    expect(
      sarif.runs[0].results.map(
        ({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints,
      ),
    ).toEqual(
      JSON.parse(await printed('sarif')).runs[0].results.map(
        ({ partialFingerprints }: { partialFingerprints: object }) => partialFingerprints,
      ),
    )
  })

  test('counts paths from the root of the repository', async () => {
    const [issue] = JSON.parse(
      await printed('gitlab', reports, { root: process.cwd().replace(/[^/]+$/, '') }),
    )
    expect(issue.location.path).toBe(`${process.cwd().split('/').at(-1)}/${reports[1]?.path}`)
  })
})

describe('github', () => {
  test('escapes as workflow commands need it', async () => {
    const [first, , third, , fifth, ...rest] = (await printed('github')).split('\n')
    expect(first).toBe(
      '::warning file=a folder/100%25 #1%2C ü%3A世.yaml,line=2,endLine=2,col=1,endColumn=5,title=unknown-key::the router knows no key `dialers` here',
    )
    expect(third).toMatch(
      /^::error .*,title=wrong-type::a`b \|pipe\| .* 100%25 a:b,c .*%0Anext::error::x/,
    )
    expect(fifth).toMatch(/,line=2,endLine=3,title=missing-key::/)
    expect(rest.slice(-3)).toEqual([
      '::notice file=odd\\u001b]0;name\\u0007%0A.yaml,line=1,endLine=1,col=1,endColumn=2,title=unknown-key::the router knows no key `dialers` here',
      '3 errors, 3 warnings, 2 info in 2 of 3 files, for release 2.0.3; `routerfile fix` fixes 1; `routerfile fix --unsafe` fixes 1 more',
      '',
    ])
  })
})
