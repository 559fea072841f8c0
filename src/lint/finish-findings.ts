import type { Finding, Fix, LazyFix } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { once } from '../document/lazy.js'
import { createRedactor } from '../document/secrets.js'
import { getTraits } from './catalog.js'

/** The text with findings, and whether nobody will ask for their fixes. */
type FinishOptions = {
  document: Document
  environment: Environment | undefined
  omitsFixes: boolean
}

/**
 * Findings for callers: without secrets, and with fixes that can be computed at any time. `analyzeAgain` is for fixes
 * that are requested after a later version of the text has taken over the nodes of this one.
 */
export function finishFindings(
  findings: readonly Finding[],
  { document, environment, omitsFixes }: FinishOptions,
  analyzeAgain: () => { findings: readonly Finding[] },
): Finding[] {
  if (findings.length === 0) return []
  const redact = createRedactor(document.text, environment)
  const isBroken = document.problems.length > 0
  const currentFindings = once(() => analyzeAgain().findings)
  return findings.map((finding) => {
    const { fix, rule } = finding
    const redacted = redactFinding(finding, redact)
    // In a broken text it is unclear where other things end, so the syntax has to be fixed first.
    if (!fix || omitsFixes || (isBroken && getTraits(rule).about !== 'syntax')) return redacted
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

/** Redacts messages and unknown keys: rules may mention values without knowing that they are secret. Drops the fix. */
const redactFinding = (
  { rule, severity, message, path, span, related }: Finding,
  redact: (sentence: string) => string,
): Finding => ({
  rule,
  severity,
  message: redact(message),
  path: path.map((step) => (typeof step === 'string' ? redact(step) : step)),
  // The next version of the text may move the node; its span in this version must stay.
  span: { start: span.start, end: span.end },
  ...(related && {
    related: related.map((item) => ({ ...item, message: redact(item.message) })),
  }),
})

/** A fix without secrets in its title; a fix that would write down a secret is dropped. */
const redactFix = (fix: Fix | undefined, redact: (sentence: string) => string): Fix | undefined =>
  fix?.edits.every((edit) => redact(edit.text) === edit.text)
    ? { ...fix, title: redact(fix.title) }
    : undefined
