import type { Finding, Fix, LazyFix } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import { once } from '../document/lazy.js'
import { createRedactor } from '../document/secrets.js'
import { getTraits } from './catalog.js'

/**
 * Findings as others get them: without secrets, and with fixes that can be worked out at any time. `analyzeAgain` is for
 * a fix that is asked for when a later version of the text has taken over what was read of this one.
 */
export function finishFindings(
  findings: readonly Finding[],
  document: Document,
  analyzeAgain: () => { findings: readonly Finding[] },
): Finding[] {
  if (findings.length === 0) return []
  const redact = createRedactor(document.text)
  const isBroken = document.problems.length > 0
  const currentFindings = once(() => analyzeAgain().findings)
  return findings.map(({ fix, ...finding }) => {
    const redacted = redactFinding(finding, redact)
    // In a text that is broken nobody knows where other things end: it has to be fixed first.
    if (!fix || (isBroken && getTraits(finding.rule).about !== 'syntax')) return redacted
    const currentFix: LazyFix = () =>
      document.isSuperseded ? findSame(currentFindings(), redacted)?.fix?.() : fix()
    return { ...redacted, fix: once(() => redactFix(currentFix(), redact)) }
  })
}

const findSame = (
  findings: readonly Finding[],
  { rule, message, span }: Finding,
): Finding | undefined =>
  findings.find(
    (other) => other.rule === rule && other.message === message && other.span.start === span.start,
  )

/** Takes secrets out of what is said, and out of keys that are none: rules speak of values that they do not know to be secret. */
const redactFinding = (finding: Finding, redact: (sentence: string) => string): Finding => ({
  ...finding,
  message: redact(finding.message),
  // A node may be moved by the next version of the text; its place in this one must not.
  span: { start: finding.span.start, end: finding.span.end },
  path: finding.path.map((step) => (typeof step === 'string' ? redact(step) : step)),
  ...(finding.related && {
    related: finding.related.map((item) => ({ ...item, message: redact(item.message) })),
  }),
})

/** A fix without secrets in its title; one that would write a secret down is dropped. */
const redactFix = (fix: Fix | undefined, redact: (sentence: string) => string): Fix | undefined =>
  fix?.edits.every((edit) => redact(edit.text) === edit.text)
    ? { ...fix, title: redact(fix.title) }
    : undefined
