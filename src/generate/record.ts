import type { CheckedAnswers } from './answers.js'
import type { Enrollment } from './enrollment.js'
import { readEnrollment } from './enrollment.js'
import type { Reporter } from './names.js'

/** What the enrollment says: the token, read, and the record of the router. */
export type EnrollmentOrigin = {
  enrollment: Enrollment | undefined
  record: NonNullable<CheckedAnswers['edgeRouter']> | undefined
}

/** Reads the token of the answers or the record, and says where record, token and answers disagree. `now` is in milliseconds since 1970. */
export function readOrigin(
  { jwt, edgeRouter: record, name }: CheckedAnswers,
  now: number,
  report: Reporter,
): EnrollmentOrigin {
  const own = record?.enrollmentJwt?.trim()
  const path = jwt === undefined ? ['edgeRouter', 'enrollmentJwt'] : ['jwt']
  const given = jwt?.trim() ?? (own || undefined)
  const { enrollment, problems = [] } = given === undefined ? {} : readEnrollment(given, now)
  for (const problem of problems) report({ ...problem, path })
  if (record) {
    if (enrollment) compareRecord(enrollment, record, report)
    if (jwt !== undefined && own && own !== given)
      report({
        rule: 'record-differs',
        severity: 'warning',
        path: ['jwt'],
        message:
          'the record has another enrollment token than the one that is given, which may be void; the one that is given is used',
      })
    if (name !== undefined && record.name !== undefined && record.name !== name)
      report({
        rule: 'record-differs',
        severity: 'warning',
        path: ['name'],
        message: `the record is that of the router \`${formatForeignText(record.name)}\`, and the name that is given is \`${formatForeignText(name)}\`; files go by the latter`,
      })
    if (record.disabled)
      report({
        rule: 'record-disabled',
        severity: 'warning',
        path: ['edgeRouter', 'disabled'],
        message:
          'the router is disabled in its record, so the controller will turn it away; enable it before it starts',
      })
  }
  return { enrollment, record }
}

function compareRecord(
  { subject, token }: Enrollment,
  { id, isVerified, enrollmentToken }: NonNullable<EnrollmentOrigin['record']>,
  report: Reporter,
): void {
  if (id !== undefined && subject !== '' && id !== subject)
    report({
      rule: 'token-foreign',
      severity: 'error',
      path: ['jwt'],
      message: `the enrollment token is for the router with the id \`${formatForeignText(subject)}\`, and the record has the id \`${formatForeignText(id)}\`; take the token of this router`,
    })
  else if (enrollmentToken && token !== '' && enrollmentToken !== token)
    report({
      rule: 'token-used',
      severity: 'error',
      path: ['jwt'],
      message:
        'the enrollment token is one of an earlier enrollment and void by now; take the one that the record has',
    })
  else if (isVerified === true && !enrollmentToken)
    report({
      rule: 'token-used',
      severity: 'error',
      path: ['jwt'],
      message:
        'the router is enrolled already, so its enrollment token is used; re-enroll it for a new one, or leave the token out to make the file alone',
    })
}

/** A text of somebody else in a sentence. */
const formatForeignText = (text: string): string =>
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '\ufffd').slice(0, 60)
