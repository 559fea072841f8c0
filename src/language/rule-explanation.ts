import type { ExplainedFile, RuleDescription } from '../lint/explain.js'
import { fixTexts, formatSeverities, listExampleFixes } from '../lint/explain.js'
import { escapeMarkdown, formatCode } from '../document/markdown.js'

export function describeRuleAsMarkdown(rule: RuleDescription): string {
  const { id, summary, why, since, bad, good } = rule
  const facts = [
    `- severity: ${formatSeverities(rule)}`,
    `- fixable: ${fixTexts[rule.fixes ?? 'none']}`,
    ...listExampleFixes(rule).map((fix) => `- fix: ${escapeMarkdown(fix)}`),
    `- since: ${since}`,
  ]
  return [
    `**${formatCode(id)}**`,
    escapeMarkdown(`${summary} ${why}`),
    facts.join('\n'),
    ...(bad.length > 0 ? ['Wrong:', ...bad.flatMap(({ files }) => files.map(formatFile))] : []),
    ...(good.length > 0 ? ['Right:', ...good.flatMap(({ files }) => files.map(formatFile))] : []),
  ].join('\n\n')
}

function formatFile({ name, target, env = {}, text, findings }: ExplainedFile): string {
  const heading = [
    ...(name === undefined ? [] : [name]),
    ...(target === undefined ? [] : [`release ${target}`]),
    ...Object.entries(env).map(([variable, value]) => `${variable}=${value}`),
  ].join(', ')
  return [
    ...(heading === '' ? [] : [`${escapeMarkdown(heading)}:`]),
    `\`\`\`yaml\n${text.trimEnd()}\n\`\`\``,
    ...(findings.length > 0
      ? [
          findings
            .map(
              ({ line, severity, message }) =>
                `- line ${line}, ${severity}: ${escapeMarkdown(message)}`,
            )
            .join('\n'),
        ]
      : []),
  ].join('\n\n')
}
