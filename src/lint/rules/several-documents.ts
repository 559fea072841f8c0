import type { Fix } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import { applyEdits, createFix } from '../../edit/edits.js'
import { consequences } from '../../schema/messages.js'
import { yaml } from '../example.js'
import type { Rule } from '../rule.js'

const neededKeys = ['v', 'identity', 'ctrl']

export const severalDocuments: Rule = {
  id: 'several-documents',
  severity: 'warning',
  fixes: 'unsafe',
  summary: 'The file continues after the first YAML document.',
  why: 'The router reads the first document only. A line `---` or `...` in the middle of a file cuts off the rest.',
  examples: {
    bad: [
      yaml`
        identity: {cert: router.cert, server_cert: server.cert, key: router.key, ca: ca.cert}
        ctrl: {endpoint: "tls:a:6262"}
        csr: {sans: {dns: [a]}}
        v: 3
        ...
        forwarder: #! ignores the rest
          idleTxInterval: 1000
      `,
      yaml`
        metrics:
          messageQueueSize: 5
        ---
        forwarder: #! \`v\`, \`identity\` and \`ctrl\` are in the ignored part
          idleTxInterval: 1000
      `,
    ],
    good: [
      yaml`
        metrics:
          messageQueueSize: 5
        forwarder:
          idleTxInterval: 1000
      `,
    ],
  },
  replaces: ['missing-key', 'csr-missing'],
  check: ({ document, report }) => {
    const { unreadContent, text } = document
    if (!unreadContent) return
    const restText = text.slice(unreadContent.start)
    const line =
      /[^\r\n]*/.exec(
        restText.replace(/^---\s*/, (dashes) => ' '.repeat(dashes.length)).trimStart(),
      )?.[0] ?? ''
    const start = unreadContent.start + restText.indexOf(line)
    const ignoredKeys = neededKeys
      .filter((name) => !document.find([name]) && new RegExp(`^${name}:`, 'm').test(restText))
      .map((name) => `\`${name}\``)
    const message = 'The first document ends here, and the router ignores the rest of the file'
    const span = { start, end: start + line.length }
    if (ignoredKeys.length === 0)
      return report({
        path: [],
        span,
        message,
        fix: () => joinDocuments(document, unreadContent.start),
      })
    const names =
      ignoredKeys.length > 1
        ? `${ignoredKeys.slice(0, -1).join(', ')} and ${ignoredKeys.at(-1)}`
        : ignoredKeys[0]
    report({
      path: [],
      span,
      severity: 'error',
      fix: () => joinDocuments(document, unreadContent.start),
      message: `${message}. It ${consequences.refuses} because ${names} ${ignoredKeys.length > 1 ? 'are' : 'is'} in the ignored part.`,
      replacedRules: [...ignoredKeys.map(() => 'missing-key' as const), 'csr-missing'],
    })
  },
}

/**
 * Creates a fix that removes the line that ends the first document; undefined if both parts together are not one valid
 * document without duplicate keys.
 */
function joinDocuments({ text }: Document, start: number): Fix | undefined {
  const line = /^(?:\.\.\.|---)[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(start))?.[0]
  if (line === undefined) return undefined
  const edits = [{ start, end: start + line.length, text: '' }]
  const joinedDocument = parseDocument(applyEdits(text, edits))
  const isValidDocument =
    joinedDocument.problems.length === 0 &&
    !joinedDocument.unreadContent &&
    joinedDocument.hasUniqueKeys()
  return isValidDocument
    ? createFix(`remove the line \`${line.trim()}\``, edits, 'unsafe')
    : undefined
}
