import { consequences, describeRouterAction, formatSentences } from '../../schema/messages.js'
import { findLineStart } from '../../document/lines.js'
import type { ObservationKind } from '../../schema/observation.js'
import { createFix } from '../../edit/edits.js'
import { toPath } from '../../document/diagnostic.js'
import type { Fix } from '../../document/diagnostic.js'
import { once } from '../../document/lazy.js'
import type { Document } from '../../document/document.js'
import { listRepairs } from '../../edit/repair-syntax.js'
import type { ReadableRepair } from '../../edit/repair-syntax.js'
import { findModel } from '../../schema/model.js'
import { readDocument } from '../../schema/read.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

export const yamlSyntax: Rule = {
  id: 'yaml-syntax',
  severity: 'error',
  fixes: 'mixed',
  about: 'syntax',
  summary: 'The file is not valid YAML for the router.',
  why: `The router ${consequences.refuses} with a file that it cannot parse. Its own message often names a line next to the mistake.`,
  examples: {
    bad: [
      'forwarder:\n\tlinkDialWorkerCount: 8 #! Tabs',
      under('metrics')`
        reportInterval 1m #! colon
        messageQueueSize: 10
      `,
      under('csr')`organization: "NetFoundry #! quote`,
    ],
    good: [under('forwarder')`linkDialWorkerCount: 8`],
  },
  check: ({ document, release, report }) => {
    for (const problem of document.problems) {
      const { message, routerMessage, start, end } = problem
      report({
        path: [],
        span: { start, end },
        fix: () => createRepairFix(listRepairs(document, problem), release),
        message: formatSentences(
          message,
          `${describeRouterAction('refuses')}: "${routerMessage.replaceAll(/\s+/g, ' ')}"`,
        ),
      })
    }
  },
}

/**
 * Creates a fix from the likeliest repair. The fix is safe only if no other meaning is possible: it must not turn a
 * file that the router refuses into a file with which the router starts but does something that the author did not
 * intend.
 */
function createRepairFix(
  repairs: Generator<ReadableRepair, undefined>,
  release: string,
): Fix | undefined {
  const repair = repairs.next().value
  if (!repair) return undefined
  const isCertain =
    !repair.isGuess &&
    knowsChangedKeys(repair, release) &&
    !hasOtherMeaning(repairs, repair, release)
  return createFix(repair.title, repair.edits, isCertain ? 'safe' : 'unsafe')
}

/** Whether another repair results in different content, and the router knows all keys on the lines that it changes. */
function hasOtherMeaning(
  others: Iterable<ReadableRepair>,
  { document }: ReadableRepair,
  release: string,
): boolean {
  const getStructure = once(() => formatStructure(document))
  for (const other of others)
    if (formatStructure(other.document) !== getStructure() && knowsChangedKeys(other, release))
      return true
  return false
}

const formatStructure = (document: Document): string =>
  JSON.stringify(
    document
      .nodes()
      .map(({ node, ...place }) => [
        toPath(place),
        node.kind,
        'value' in node ? String(node.value) : '',
      ]),
  )

/**
 * Whether the router knows all keys on the lines that a repair changes. The repair is then probably what the author
 * meant.
 */
function knowsChangedKeys({ edits, document }: ReadableRepair, release: string): boolean {
  const model = findModel(release)
  if (!model || document.problems.some(({ code }) => code === 'excessive-aliasing')) return false
  const { observations } = readDocument(model.schema, document, {
    environment: undefined,
    entryCache: undefined,
  })
  const lines = new Set<number>()
  let shift = 0
  for (const { start, end, text } of edits) {
    lines.add(findLineStart(document.text, start + shift))
    shift += text.length - (end - start)
  }
  return !observations.some(
    ({ kind, span }) =>
      unknownKeyKinds.has(kind) && lines.has(findLineStart(document.text, span.start)),
  )
}

const unknownKeyKinds: ReadonlySet<ObservationKind> = new Set([
  'unknown-key',
  'misplaced-key',
  'key-not-text',
])
