import { replaceControls } from '../document/controls.js'
import type { CheckedAnswers, Reporter } from './answers.js'
import type { Enrollment } from './enrollment.js'
import { readEnrollment } from './enrollment.js'

export type EnrollmentSources = {
  enrollment: Enrollment | undefined
  record: NonNullable<CheckedAnswers['edgeRouter']> | undefined
}

/**
 * Reads the enrollment token in the answers or in the record. Reports problems of the token, contradictions between
 * record, token and answers, and a disabled router. `now` is in milliseconds since 1970.
 */
export function readEnrollmentSources(
  { jwt, edgeRouter: record, name }: CheckedAnswers,
  now: number,
  report: Reporter,
): EnrollmentSources {
  const recordToken = record?.enrollmentJwt?.trim()
  const path = jwt === undefined ? ['edgeRouter', 'enrollmentJwt'] : ['jwt']
  const token = jwt?.trim() ?? (recordToken || undefined)
  const { enrollment, problems = [] } = token === undefined ? {} : readEnrollment(token, now)
  for (const problem of problems) report({ ...problem, path })
  if (record) {
    if (enrollment) compareRecord(enrollment, record, report)
    if (jwt !== undefined && recordToken && recordToken !== token)
      report({
        rule: 'record-differs',
        severity: 'warning',
        path: ['jwt'],
        message:
          'the record has a different enrollment token; the given token is used, but it may be invalid',
      })
    if (name !== undefined && record.name !== undefined && record.name !== name)
      report({
        rule: 'record-differs',
        severity: 'warning',
        path: ['name'],
        message: `the record is for the router \`${formatForeignText(record.name)}\`, but the given name is \`${formatForeignText(name)}\`; files are named after the given name`,
      })
    if (record.disabled)
      report({
        rule: 'record-disabled',
        severity: 'warning',
        path: ['edgeRouter', 'disabled'],
        message:
          'the router is disabled on the controller, which will reject its connections; enable it before you start it',
      })
  }
  return { enrollment, record }
}

function compareRecord(
  { subject, token }: Enrollment,
  { id, isVerified, enrollmentToken }: NonNullable<EnrollmentSources['record']>,
  report: Reporter,
): void {
  const reportError = (rule: string, message: string): void =>
    report({ rule, severity: 'error', path: ['jwt'], message })
  if (id !== undefined && subject !== '' && id !== subject)
    reportError(
      'token-foreign',
      `the enrollment token is for the router id \`${formatForeignText(subject)}\`, but the record has the id \`${formatForeignText(id)}\`; use the token of this router`,
    )
  else if (enrollmentToken && token !== '' && enrollmentToken !== token)
    reportError(
      'token-used',
      'the enrollment token is from an earlier enrollment and no longer valid; use the token in the record',
    )
  else if (isVerified === true && !enrollmentToken)
    reportError(
      'token-used',
      'the router is already enrolled, so its enrollment token is used up; re-enroll it for a new token, or omit the token to write only the config file',
    )
}

/** Prepares a string from an external source for a message: without control characters, at most 60 characters. */
const formatForeignText = (text: string): string => replaceControls(text).slice(0, 60)
