import type { Diagnostic } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import { getRuleUrl } from '../../schema/site.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import { formatLine } from './compact.js'
import type { OutputFormat, RunInfo } from './format.js'
import type { XmlElement } from './xml.js'
import { formatXml } from './xml.js'

/** A test case: passed without `content`, otherwise with its failure or error in `content`. */
const createTest = (
  classname: string,
  name: string,
  content: readonly XmlElement[] = [],
): XmlElement => ({
  name: 'testcase',
  attributes: { name, classname, time: 0 },
  content,
})

const createFailure = (suite: string, path: string, diagnostic: Diagnostic): XmlElement =>
  createTest(suite, [diagnostic.rule, formatPath(diagnostic.path)].filter(Boolean).join(' '), [
    {
      name: 'failure',
      attributes: { type: diagnostic.severity, message: diagnostic.message },
      content: [formatLine(path, diagnostic), getRuleUrl(diagnostic.rule)]
        .filter(Boolean)
        .join('\n'),
    },
  ])

type TestSuite = {
  name: string
  tests: readonly XmlElement[]
  output: string
  failures: number
  errors: number
}

function createSuite(report: FileReport, command: string): TestSuite {
  const { path, diagnostics } = report
  const name = formatReportPath(report)
  const failures = diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map((diagnostic) => createFailure(name, path, diagnostic))
  const notes = diagnostics
    .filter(({ severity }) => severity === 'info')
    .map((diagnostic) => formatLine(path, diagnostic))
  return {
    name,
    tests: failures.length > 0 ? failures : [createTest(name, `routerfile ${command}`)],
    output: notes.join('\n'),
    failures: failures.length,
    errors: 0,
  }
}

/** Inputs that could not be checked, as tests with errors. */
const createRefusalSuite = (refused: readonly string[]): TestSuite => ({
  name: 'routerfile',
  tests: refused.map((message) =>
    createTest('routerfile', message, [
      { name: 'error', attributes: { type: 'unreadable', message } },
    ]),
  ),
  output: '',
  failures: 0,
  errors: refused.length,
})

/** Uses only what the schemas of Jenkins (`junit-10.xsd`) and the Ant task (`JUnit.xsd`) both allow. */
export const junit: OutputFormat = {
  name: 'junit',
  summary: 'test results: one suite per file; errors and warnings are failures',
  reader: 'program',
  omitsFixes: true,

  print: (reports, { release, refused, startTime, command = 'lint' }: RunInfo) => {
    const timestamp = startTime.toISOString().slice(0, 19)
    const suites = [
      ...reports.map((report) => createSuite(report, command)),
      ...(refused.length > 0 ? [createRefusalSuite(refused)] : []),
    ]
    const elements = suites.map(({ name, tests, output, failures, errors }, id): XmlElement => ({
      name: 'testsuite',
      attributes: {
        name,
        package: name,
        id,
        timestamp,
        hostname: 'localhost',
        tests: tests.length,
        failures,
        errors,
        skipped: 0,
        time: 0,
      },
      content: [
        {
          name: 'properties',
          content: [{ name: 'property', attributes: { name: 'release', value: release } }],
        },
        ...tests,
        { name: 'system-out', content: output },
        { name: 'system-err' },
      ],
    }))
    return formatXml({ name: 'testsuites', content: elements })
  },
}
