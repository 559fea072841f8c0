// Looks through reports of test runs for tests that no run passed.
//
//   node .ci/skipped-tests.js files REPORT            prints the files with skipped tests
//   node .ci/skipped-tests.js check ALLOWED REPORT …  fails if a test was skipped in each run and is not allowed to be
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const [action, ...paths] = process.argv.slice(2)

/** The tests of a report of vitest as JSON: file, name, and whether the test ran. */
const readReport = (path) =>
  JSON.parse(readFileSync(path, 'utf8')).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: relative(process.cwd(), file),
      name: fullName.split(' (not run')[0],
      ran: status === 'passed' || status === 'failed',
    })),
  )

function printFiles([report]) {
  const skipped = readReport(report).filter(({ ran }) => !ran)
  console.log([...new Set(skipped.map(({ file }) => file))].join('\n'))
}

function check([allowed, ...reports]) {
  const reasons = readFileSync(allowed, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const tests = reports.flatMap(readReport)
  const key = ({ file, name }) => `${file} > ${name}`
  const ran = new Set(tests.filter((test) => test.ran).map(key))
  const skipped = tests.filter((test) => !ran.has(key(test)))
  const refused = skipped.filter(
    ({ name }) => !reasons.some((line) => line.startsWith(`${name}: `)),
  )
  for (const name of new Set(refused.map(key))) console.error(`skipped in each run: ${name}`)
  if (refused.length > 0) {
    console.error(`Install what these tests need, or give a reason in ${allowed}.`)
    process.exitCode = 1
  }
}

if (action === 'files') printFiles(paths)
else check(paths)
