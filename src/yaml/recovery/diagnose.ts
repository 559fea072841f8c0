import { missingComma, openBracket } from './brackets.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { missingDash } from './dashes.js'
import { misplacedColon, unexpectedContent } from './indents.js'
import { bareLine, missingColon } from './keys.js'
import { badEscape, openQuote } from './quotes.js'
import { tabs } from './tabs.js'
import { badDirective, missingDocumentStart, tooDeep } from './start.js'
import {
  badBlockHeader,
  badProperty,
  misplacedIndicator,
  missingContent,
  reservedCharacter,
} from './values.js'

const explanations = new Map<string, (evidence: Evidence) => Diagnosis[]>([
  ['missing-colon', missingColon],
  ['misplaced-colon', misplacedColon],
  ['misplaced-dash', misplacedIndicator],
  ['misplaced-question-mark', misplacedIndicator],
  ['unexpected-content', unexpectedContent],
  ['missing-dash', missingDash],
  ['missing-comma', missingComma],
  ['missing-content', missingContent],
  ['reserved-character', reservedCharacter],
  ['tab-indentation', tabs],
  ['bad-escape', badEscape],
  ['bad-alias', badProperty],
  ['bad-anchor', badProperty],
  ['bad-tag', badProperty],
  ['unknown-tag-handle', badProperty],
  ['bad-block-header', badBlockHeader],
  ['bad-directive', badDirective],
  ['unsupported-version', badDirective],
  ['missing-document-start', missingDocumentStart],
  ['too-deep', tooDeep],
  ['root-not-map', ({ page, fault }) => [bareLine(page, fault.began)]],
])

/** The explanations of a fault, the likeliest first. There is at least one. */
export function diagnose(evidence: Evidence): Diagnosis[] {
  const special = explanations.get(evidence.fault.code)?.(evidence) ?? []
  return [...openQuote(evidence), ...openBracket(evidence), ...special]
}
