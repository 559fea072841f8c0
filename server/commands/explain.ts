import type { Position } from 'vscode-languageserver'
import { isRecord } from '../../src/document/record.js'
import { escapeMarkdown, formatCode } from '../../src/document/markdown.js'
import { describeAsMarkdown } from '../../src/language/explanations.js'
import { hover } from '../../src/language/index.js'
import { describeRuleAsMarkdown } from '../../src/language/rule-explanation.js'
import { findRule } from '../../src/lint/catalog.js'
import type { InnerKey } from '../../src/lint/explain-word.js'
import { explainWord, groupKeys, listInnerKeys } from '../../src/lint/explain-word.js'
import { searchOrSuggest } from '../../src/lint/search-words.js'
import type { Model } from '../../src/schema/model.js'
import { findModel } from '../../src/schema/model.js'
import type { Parameters } from '../command.js'
import { defineCommand, findRouterFile, formatInput, getWorkspaceOptions } from '../command.js'
import { createRefusal } from '../feature.js'
import type { Session } from '../session.js'

type Explanation = { title: string; markdown: string }

/**
 * Explains a key or a rule, or lists the keys and rules that match some words, as `routerfile explain` does; or
 * explains what is at a position of a file. Keys are explained for the release that files are checked for.
 *
 * Parameters: the path of a key, its name, the id of a rule or words; or the URI of a file and a position. Result: `{
 * title, markdown }`.
 */
export const explain = defineCommand({
  name: 'routerfile.explain',
  takes: ['text | uri', 'position?'],
  run: ({ parameters, session }) =>
    parameters.has(1)
      ? explainPlace(parameters, session)
      : explainText(parameters.text(0, 'a key or the id of a rule').trim(), session),
})

/** Maximum length of a query: no name is longer, and nobody searches for more words. */
const maxNameLength = 200

function explainText(word: string, session: Session): Explanation {
  const model = findModel(getWorkspaceOptions(session).target) ?? findModel(undefined)
  const explainedWord = model && explainWord(word, model)
  if (!explainedWord) return listMatches(word, model)
  const { keys, rules } = explainedWord
  const [key, ...others] = keys
  const innerKeys = key && others.length === 0 ? listInnerKeys(key.path, model) : []
  return {
    title: word,
    markdown: [
      ...groupKeys(keys).map(({ key: group, paths }) => describeAsMarkdown(group, { paths })),
      ...(innerKeys.length > 0 ? [formatInnerKeys(innerKeys)] : []),
      ...rules.map(describeRuleAsMarkdown),
    ].join('\n\n---\n\n'),
  }
}

const formatInnerKeys = (keys: readonly InnerKey[]): string =>
  [
    '**Keys inside**',
    keys
      .map(({ name, type, text }) => `- ${formatCode(name)} (${type}): ${escapeMarkdown(text)}`)
      .join('\n'),
  ].join('\n\n')

/** Lists the keys and rules that match some words. If none do, throws and suggests a similarly spelled name. */
function listMatches(words: string, model: Model | undefined): Explanation {
  const { found, near } =
    model && words.length <= maxNameLength
      ? searchOrSuggest(words, model)
      : { found: [], near: undefined }
  if (found.length === 0)
    throw createRefusal(
      `unknown key or rule "${formatInput(words)}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
    )
  return {
    title: words,
    markdown: [
      `No key or rule has the name ${formatCode(words)}. These come closest:`,
      found.map(({ name, text }) => `- ${formatCode(name)}: ${escapeMarkdown(text)}`).join('\n'),
    ].join('\n\n'),
  }
}

/** Explains a position: the content of the hover, and the findings with the explanations of their rules. */
function explainPlace(parameters: Parameters, session: Session): Explanation {
  const position = readPosition(parameters.record(1, 'a position'))
  const { documents, embeddedFiles } = session
  const document = documents.get(parameters.uri())
  const embeddedFile =
    document && embeddedFiles.findAt(document, { start: position, end: position })
  const { view, convert } = embeddedFile ?? findRouterFile(parameters, session)
  const offset = convert.offset(position)
  const hoverResult = hover(view, offset)
  const findings = view
    .diagnostics()
    .filter(({ range: { start, end } }) => start.offset <= offset && offset <= end.offset)
  const rules = [...new Set(findings.map(({ rule }) => rule))].flatMap((id) => findRule(id) ?? [])
  const parts = [
    ...(hoverResult ? [hoverResult.contents] : []),
    ...findings.map(({ rule, message }) => `**\`${rule}\`**: ${escapeMarkdown(message)}`),
    ...rules.map(({ why }) => escapeMarkdown(why)),
  ]
  if (parts.length === 0)
    throw createRefusal('there is nothing to explain here; put the cursor on a key or a value')
  return {
    title: findTitle(parts.join('\n')) ?? 'Explanation',
    markdown: parts.join('\n\n'),
  }
}

/** Finds the first name in bold code, such as the path of a key or the id of a rule; undefined if there is none. */
function findTitle(markdown: string): string | undefined {
  const [, textAfter = ''] = markdown.split('**`', 2)
  const [ticks] = /^`*/.exec(textAfter) ?? ['']
  const end = textAfter.indexOf(`${ticks}\`**`)
  return end < 0 ? undefined : textAfter.slice(ticks.length, end).trim()
}

function readPosition(value: unknown): Position {
  if (isRecord(value)) {
    const { line, character } = value
    if (isCount(line) && isCount(character)) return { line, character }
  }
  throw createRefusal('a position has `line` and `character`, which count from 0')
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
