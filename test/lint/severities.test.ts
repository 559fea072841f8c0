import { describe, expect, test } from 'vitest'
import { lint } from '../../src/index.js'
import { rules } from '../../src/generated/rules.js'
import { completeExample } from '../support/fixtures.js'

/** Sentences that say without a condition that the router would not run. */
const fatal =
  /(?:^|[.] )The router (?:refuses to start|crashes when it starts|crashes on first use)/

/** Sentences that say that the router runs all the same. */
const harmless = /It has no effect|The router ignores (?:it|this)/

const findings = rules
  .filter(({ machine }) => !machine)
  .flatMap((rule) =>
    rule.examples.bad.map(completeExample).flatMap(({ text, ...options }) =>
      lint(text, {
        ...options,
        ...(rule.optional && { rules: { [rule.id]: rule.severity } }),
      }),
    ),
  )

describe('what a message says of the router agrees with the severity', () => {
  const said = [...new Map(findings.map((finding) => [finding.message, finding])).values()]

  test.each(said.filter(({ message }) => fatal.test(message)))(
    'an error, as the router does not run: $rule: $message',
    ({ severity }) => {
      expect(severity).toBe('error')
    },
  )

  test.each(said.filter(({ message }) => harmless.test(message)))(
    'no error, as the router runs: $rule: $message',
    ({ severity }) => {
      expect(severity).not.toBe('error')
    },
  )
})
