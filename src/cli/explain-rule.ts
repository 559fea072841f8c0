import type { RuleDescription, ShownExample, ShownFile } from '../explain.js'
import { registryText } from '../lint/example.js'
import { narrowest, wrap } from './width.js'

/** "error; warning in releases <1.8.0-pre4". */
function severities({
  severity,
  except,
  byOutcome,
  release,
  severityInRelease,
}: RuleDescription): string {
  const others = except.map((item) => `${item.severity} in releases ${item.in.join(' or ')}`)
  const here = severityInRelease === severity ? [] : [`so ${severityInRelease} in ${release}`]
  const hangs = byOutcome ? ['differs with what the router does about the key'] : []
  return [severity, ...others, ...here, ...hangs].join('; ')
}

/** What automatic fixes would do about the examples, each said once. */
const fixesOf = ({ bad }: RuleDescription): string[] => [
  ...new Set(
    bad.flatMap(({ files }) =>
      files.flatMap(({ findings }) => findings.flatMap(({ fix }) => fix ?? [])),
    ),
  ),
]

function file({ name, target, env, text, findings }: ShownFile, width: number): string[] {
  const about = [
    name,
    target && `release ${target}`,
    env &&
      Object.entries(env)
        .map(([variable, value]) => `${variable}=${value}`)
        .join(' '),
  ]
    .filter(Boolean)
    .join(', ')
  const said = findings.flatMap(({ line, severity, message }) =>
    wrap(`line ${line}, ${severity}: ${message}`, width - 6).map((part, index) =>
      index === 0 ? `    ${part}` : `      ${part}`,
    ),
  )
  return [
    ...(about === '' ? [] : [`    # ${about}`]),
    ...text.split('\n').map((line) => `    ${line}`),
    ...said,
    '',
  ]
}

const example = ({ files, registry }: ShownExample, width: number): string[] => [
  ...files.flatMap((item) => file(item, width)),
  ...(registry
    ? [
        ...registryText(registry)
          .split('\n')
          .map((line) => `    ${line}`),
        '',
      ]
    : []),
]

/** A fact, which may take several lines. */
const fact = (name: string, text: string, width: number): string[] =>
  wrap(text, Math.max(narrowest, width - 12)).map(
    (line, index) => `  ${(index === 0 ? name : '').padEnd(10)}${line}`,
  )

/** A rule in words: what it finds, why that matters, and examples with what is said about them. */
export function explainRule(rule: RuleDescription, width: number): string {
  const { id, summary, why, since, bad, good } = rule
  const fixes = fixesOf(rule)
  return [
    id,
    ...wrap(`${summary} ${why}`, width - 2).map((line) => `  ${line}`),
    ...fact('severity', severities(rule), width),
    ...fixes.flatMap((fix) => fact('fix', fix, width)),
    `  since     ${since}`,
    ...(bad.length === 0
      ? fact('example', 'none: what it finds hangs on the files of the machine', width)
      : []),
    '',
    ...(bad.length > 0 ? ['  Wrong:', '', ...bad.flatMap((item) => example(item, width))] : []),
    ...(good.length > 0 ? ['  Right:', '', ...good.flatMap((item) => example(item, width))] : []),
  ].join('\n')
}
