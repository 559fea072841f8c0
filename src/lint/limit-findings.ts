import type { Finding } from '../document/diagnostic.js'

/** The most findings of one rule and severity in a text that are listed; nobody reads more, and they take much memory. */
const maxFindings = 10_000

/**
 * Findings with one sentence instead of all but the first ten thousand of a rule. It has their rule and severity, so that
 * the verdict stays the same. A text that may have suppression comments keeps all, as comments can hide any of them.
 */
export function limitFindings(findings: readonly Finding[], text: string): readonly Finding[] {
  if (findings.length <= maxFindings || text.includes('routerfile')) return findings
  const groups = new Map<string, { count: number; next?: Finding }>()
  const listed = findings.filter((finding) => {
    const id = `${finding.rule} ${finding.severity}`
    const group = groups.get(id) ?? { count: 0 }
    groups.set(id, group)
    group.count += 1
    if (group.count <= maxFindings) return true
    group.next ??= finding
    return false
  })
  const rest = [...groups.values()].flatMap(({ count, next }) =>
    next ? [describeRest(next, count - maxFindings)] : [],
  )
  return [...listed, ...rest]
}

const describeRest = ({ rule, severity, path, span }: Finding, count: number): Finding => ({
  rule,
  severity,
  message:
    count === 1
      ? `1 more finding of \`${rule}\` from here on is not listed.`
      : `${count} more findings of \`${rule}\` from here on are not listed.`,
  path,
  span,
})
