import type { Span } from '../document/diagnostic.js'
import type { TemplateLanguage } from './language.js'
import type { TemplateToken } from './tokens.js'
import { tokenize } from './tokens.js'

/**
 * A condition or a list that decides what is rendered. Decisions with the same name have the same result, except
 * decisions with an `iteration`.
 */
export type Decision = {
  name: string
  isNegated: boolean
  /** Set if the decision depends only on the iteration of the enclosing loop: the iterations in which it is true. */
  iteration?: 'first' | 'later' | 'last'
}

/**
 * A text, a value, a choice or a loop. Of a choice, the first arm whose decision is true, or that has no decision, is
 * rendered.
 */
export type TemplatePart =
  | { kind: 'text'; start: number; end: number }
  | ValuePart
  | { kind: 'choice'; arms: readonly Arm[] }
  | {
      kind: 'loop'
      decision: Decision
      body: readonly TemplatePart[]
      elseBody: readonly TemplatePart[]
    }

export type ValuePart = {
  kind: 'value'
  start: number
  end: number
  code: string
  /** Identifies the value: tags with the same name insert the same value. */
  name: string
  /**
   * Whether the value may also be several lines or nothing: true if the tag is alone on its line, or starts a new line
   * (`nindent`).
   */
  mayBeLines: boolean
  /** The indentation of a value that begins on a new line, as with `nindent`. */
  newLineIndent?: number
  /** The number of blanks that are inserted before each line of the value, as with `indent`. */
  indent: number
  /** Whether the tag calls `fail`, which ends the rendering with an error. */
  fails: boolean
}

export type Arm = { decision: Decision | undefined; body: readonly TemplatePart[] }

/** Why every template engine refuses to render a template, and the place of the mistake. */
export type TemplateMistake = Span & { message: string }

/** A template as a tree, with the first mistake in it; or what it uses that this parser does not support. */
export type ParsedTemplate =
  { parts: readonly TemplatePart[]; mistake: TemplateMistake | undefined } | { problem: string }

type Block = {
  kind: 'root' | 'if' | 'loop' | 'plain' | 'hidden'
  /** The tag that opened the block. */
  tag: Span
  /** The first word of the tag that opened the block, such as `if`. */
  word: string
  decision: Decision | undefined
  /** The list that the next part is added to. */
  body: TemplatePart[]
  arms: Arm[]
  /** The parts before `else` of a loop. */
  loopBody?: TemplatePart[]
  scope: string
}

class UnreadableError extends Error {}

/** Maximum nesting of blocks; templates that people write have fewer than ten. */
const maxDepth = 100

/** Parses a template into a tree. Continues after mistakes, and reports the first. */
export function parseTemplate(text: string, language: TemplateLanguage): ParsedTemplate {
  const tokens = tokenize(text, language)
  const root = openBlock({ kind: 'root', tag: { start: 0, end: 0 }, word: '', scope: '' })
  const openBlocks: Block[] = [root]
  const mistakes: TemplateMistake[] = tokens.flatMap(({ start, end, isUnclosed }) =>
    isUnclosed ? [{ start, end, message: 'this tag is not closed' }] : [],
  )
  try {
    tokens.forEach((token, index) => {
      const block = openBlocks.at(-1) ?? root
      if (token.kind === 'text' && token.end > token.start)
        block.body.push({ kind: 'text', start: token.start, end: token.end })
      else if (token.kind === 'value') block.body.push(toValue(text, tokens, index, block.scope))
      else if (token.kind === 'control') {
        const message = readControl(token, openBlocks, language)
        if (message !== undefined) mistakes.push({ start: token.start, end: token.end, message })
      }
      if (openBlocks.length > maxDepth)
        throw new UnreadableError(`its blocks are nested more than ${maxDepth} deep`)
    })
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.message }
    throw error
  }
  for (let block = openBlocks.at(-1); block && block !== root; block = openBlocks.at(-1)) {
    mistakes.push({ ...block.tag, message: `\`${block.word}\` is not closed` })
    closeBlock(openBlocks)
  }
  return { parts: root.body, mistake: mistakes[0] }
}

function openBlock({
  body = [],
  decision,
  ...fields
}: Pick<Block, 'kind' | 'tag' | 'word' | 'scope'> & {
  decision?: Decision | undefined
  body?: TemplatePart[]
}): Block {
  return { ...fields, decision, body, arms: [] }
}

function toValue(
  text: string,
  tokens: readonly TemplateToken[],
  index: number,
  scope: string,
): ValuePart {
  const { start, end, code } = tokens[index] ?? { start: 0, end: 0, code: '' }
  const [previousToken, nextToken] = [tokens[index - 1], tokens[index + 1]]
  const textBefore = previousToken ? text.slice(previousToken.start, previousToken.end) : ''
  const textAfter = nextToken ? text.slice(nextToken.start, nextToken.end) : ''
  const startsLine = /\n[ \t]*$/.test(textBefore) || isLineStart(text, previousToken, textBefore)
  const [, nindentWidth] = /\bnindent\s+(\d+)\s*\)?$/.exec(code) ?? []
  const [, indentWidth] =
    /\|\s*indent\s+(\d+)$/.exec(code) ??
    /\|\s*indent\(\s*(?:width\s*=\s*)?(\d+)\s*,\s*(?:first\s*=\s*)?[Tt]rue\s*\)/.exec(code) ??
    []
  return {
    kind: 'value',
    start,
    end,
    code,
    name: /^[.\w]*\$|^[$]/.test(code) ? code : `${scope}${code}`,
    mayBeLines: nindentWidth !== undefined || (startsLine && /^[ \t]*(?:\r?\n|$)/.test(textAfter)),
    ...(nindentWidth !== undefined && { newLineIndent: toIndentation(nindentWidth) }),
    indent: toIndentation(indentWidth),
    fails: /^\(?fail\b/.test(code),
  }
}

const toIndentation = (digits = '0'): number => Math.min(Number(digits), maxIndentation)

/** Whether the token before a tag contains only blanks, and begins a line. */
const isLineStart = (
  text: string,
  previousToken: TemplateToken | undefined,
  textBefore: string,
): boolean =>
  previousToken !== undefined &&
  /^[ \t]*$/.test(textBefore) &&
  (previousToken.start === 0 || text[previousToken.start - 1] === '\n')

const blockKinds: Readonly<Record<string, Block['kind']>> = {
  if: 'if',
  unless: 'if',
  with: 'if',
  range: 'loop',
  for: 'loop',
  block: 'plain',
  define: 'hidden',
  macro: 'hidden',
  autoescape: 'plain',
  raw: 'plain',
}

/** Jinja tags that change the text around them or inside them, so that the result cannot be known. */
const unreadableTagPattern = /^(?:extends|call|filter|trans|pluralize)$/

const closingTagPattern = /^end(?:if|for|with|block|macro|set|autoescape|raw)?$/

/** Opens, continues or closes a block. Returns the mistake if there is no block to continue or close. */
function readControl(
  tag: TemplateToken,
  openBlocks: Block[],
  language: TemplateLanguage,
): string | undefined {
  const { code, start, end } = tag
  const [word = ''] = /^\$?\w+/.exec(code) ?? []
  const rest = code.slice(word.length).trim()
  const block = openBlocks.at(-1)
  if (!block) return undefined
  if (unreadableTagPattern.test(word)) throw new UnreadableError(`it uses \`${word}\``)
  if (closingTagPattern.test(word))
    return closeBlock(openBlocks) ? undefined : `\`${code}\` closes nothing`
  if (word === 'else' || word === 'elif') return readElse(block, word, rest)
  const kind = language === 'jinja' && word === 'with' ? 'plain' : blockKinds[word]
  if (kind)
    openBlocks.push(
      openBlock({
        kind,
        tag: { start, end },
        word,
        decision: toDecision(word, rest, block.scope),
        scope: toScope(block.scope, { word, rest, start }, language),
        // The parts of a plain block belong to the block around it.
        body: kind === 'plain' ? block.body : [],
      }),
    )
  else if (word === 'set' && !rest.includes('='))
    openBlocks.push(openBlock({ kind: 'hidden', tag: { start, end }, word, scope: block.scope }))
  return undefined
}

/**
 * The prefix of names in the block that a tag opens. Inside a loop, or `with` in Go, the same code refers to a
 * different value. Names therefore get the text of the tag as a prefix, or the offset of the tag if the text is long.
 */
function toScope(scope: string, tag: ControlTag, language: TemplateLanguage): string {
  const { word, rest, start } = tag
  if (word !== 'range' && word !== 'for' && (word !== 'with' || language !== 'go')) return scope
  const innerScope = `${scope}${word} ${rest}: `
  return innerScope.length > maxNameLength ? `${start}: ` : innerScope
}

type ControlTag = { word: string; rest: string; start: number }

/** Maximum length of scopes and conditions that are analyzed; they usually have fewer than 200 characters. */
const maxNameLength = 1000

/** Maximum number of blanks before a line: more make no difference. */
const maxIndentation = 1000

function readElse(block: Block, word: string, rest: string): string | undefined {
  if (block.kind === 'loop' && !block.loopBody) {
    block.loopBody = block.body
    block.body = []
    return undefined
  }
  if (block.kind !== 'if') return `\`${word}\` has no \`if\``
  block.arms.push({ decision: block.decision, body: block.body })
  const condition = word === 'elif' ? rest : rest.replace(/^(?:if|with)\s+/, '')
  block.decision = condition === '' ? undefined : toDecision('if', condition, block.scope)
  block.body = []
  return undefined
}

/** Closes the innermost block and adds it to the block around it. False if only the root is open. */
function closeBlock(openBlocks: Block[]): boolean {
  const [block, outer] = [openBlocks.at(-1), openBlocks.at(-2)]
  if (!block || !outer) return false
  openBlocks.pop()
  if (block.kind === 'loop' && block.decision)
    outer.body.push({
      kind: 'loop',
      decision: block.decision,
      body: block.loopBody ?? block.body,
      elseBody: block.loopBody ? block.body : [],
    })
  else if (block.kind === 'if') {
    const arms = [...block.arms, { decision: block.decision, body: block.body }]
    if (block.decision) arms.push({ decision: undefined, body: [] })
    outer.body.push({ kind: 'choice', arms })
  }
  return true
}

/** The decision of a condition. Opposite conditions give the same name, and differ in `isNegated`. */
function toDecision(word: string, rawCondition: string, scope: string): Decision {
  let condition = rawCondition.replaceAll(/\s+/g, ' ').trim()
  let isNegated = word === 'unless'
  if (condition.length > maxNameLength) return { name: `${scope}${condition}`, isNegated }
  for (;;) {
    const strippedCondition = removeParentheses(condition)
    const [, negation, negatedCondition] = /^(not |!)\s*(.+)$/.exec(strippedCondition) ?? []
    // `not a or b` of Jinja negates `a` only.
    if (
      negation === undefined ||
      negatedCondition === undefined ||
      /\b(?:and|or)\b/.test(negatedCondition.replaceAll(/\([^)]*\)/g, ''))
    ) {
      condition = strippedCondition
      break
    }
    condition = negatedCondition
    isNegated = !isNegated
  }
  const positiveCondition = condition
    .replace(/^ne /, 'eq ')
    .replace(/^([^()&|]*?) != ([^()&|]*)$/, (comparison, left: string, right: string) =>
      /\b(?:and|or|not)\b/.test(comparison) ? comparison : `${left} == ${right}`,
    )
    .replace(/^(\S+) is not (\w+)$/, '$1 is $2')
  const iteration = findIteration(positiveCondition, scope)
  return {
    name: `${scope}${positiveCondition}`,
    isNegated: isNegated !== (positiveCondition !== condition),
    ...(iteration && { iteration }),
  }
}

/**
 * The iterations in which a condition holds; undefined if the condition is not a known test of the iteration, such as
 * `loop.first`.
 */
function findIteration(condition: string, scope: string): Decision['iteration'] {
  if (/^(?:loop\.first|loop\.index == 1|loop\.index0 == 0)$/.test(condition)) return 'first'
  if (/^(?:loop\.index0|loop\.index > 1|loop\.index0 > 0)$/.test(condition)) return 'later'
  if (condition === 'loop.last') return 'last'
  const [, indexVariable] =
    /range (\$\w+)\s*,[^:]*:= [^:]*: $/.exec(scope.slice(-maxNameLength)) ?? []
  if (indexVariable === undefined) return undefined
  if (condition === indexVariable || condition === `gt ${indexVariable} 0`) return 'later'
  return condition === `eq ${indexVariable} 0` || condition === `eq 0 ${indexVariable}`
    ? 'first'
    : undefined
}

/** Removes parentheses around the whole condition. */
function removeParentheses(condition: string): string {
  if (!condition.startsWith('(') || !condition.endsWith(')')) return condition
  let depth = 0
  for (let offset = 0; offset < condition.length - 1; offset += 1) {
    if (condition[offset] === '(') depth += 1
    if (condition[offset] === ')') depth -= 1
    if (depth === 0) return condition
  }
  return removeParentheses(condition.slice(1, -1).trim())
}
