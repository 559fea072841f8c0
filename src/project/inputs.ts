import type { Diagnostic } from '../document/diagnostic.js'
import { withoutFix } from '../document/diagnostic.js'
import { parseDocumentWithoutErrors } from '../document/document.js'
import { applyEdits } from '../edit/edits.js'
import { getTraits } from '../lint/catalog.js'
import { isOtherLanguageName } from '../recognition/evidence.js'
import type { Recognition } from '../recognition/recognize.js'
import { isRouterFile, isRouterName, recognize } from '../recognition/recognize.js'
import type { TemplateLanguage } from '../template/language.js'
import { detectLanguage, isTemplateName } from '../template/language.js'
import type { TemplateValues } from '../template/values.js'
import { recognizeTemplate } from '../template/recognize-template.js'
import { describeFailure } from '../document/failure.js'
import { readNamedText, readStandardInput, readText } from './disk.js'
import { isProjectError } from './project-error.js'

/**
 * A router file to check. With `isIncomplete`, it has too little content to be recognized: it is checked, because the
 * user named it or a config file declares it, but never edited. With `template`, the text is a template of a router
 * file, which is rendered with `values`.
 */
export type RouterInput = {
  path: string
  text: string
  isStandard?: true
  isIncomplete?: true
  /** The user says that it is a router file, although its content does not look like one. */
  isUnrecognized?: true
  /** It is a file of another kind, with router files in its strings. */
  isOuter?: true
  template?: TemplateLanguage
  values?: TemplateValues
}

/**
 * Why a requested file is not checked. `mayBeRouter` is set if the file was read, but neither looks like a router file
 * nor like a known other kind of file.
 */
export type RefusedFile = {
  why: string
  mayBeRouter?: true
  /** The failure is an internal error, not a mistake of the user. */
  isFailure?: true
}

/**
 * Runs a function for a file. If the function throws, returns the failure, so that other files are still processed;
 * rethrows errors that end the whole run.
 */
export function attempt<Result>(path: string, run: () => Result): Result | RefusedFile {
  try {
    return run()
  } catch (error) {
    return createFailure(path, error)
  }
}

export const isRefused = (outcome: object | undefined): outcome is RefusedFile =>
  outcome !== undefined && 'why' in outcome && typeof outcome.why === 'string'

export const isFailure = (outcome: object | undefined): boolean =>
  isRefused(outcome) && outcome.isFailure === true

/** The names of errors that end the whole run: the output cannot be written, or the user stopped it. */
const fatalErrors: readonly string[] = ['OutputError', 'Interruption']

/** Returns the failure for a file; rethrows errors that end the whole run. */
export function createFailure(path: string, error: unknown): RefusedFile {
  if (error instanceof Error && fatalErrors.includes(error.name)) throw error
  if (isProjectError(error)) return { why: error.message }
  // The stack or the memory was too small for this file.
  if (error instanceof RangeError)
    return { why: `\`${path}\` is too large or too deeply nested, and was not checked` }
  return { why: `\`${path}\` was not checked: ${describeFailure(error)}`, isFailure: true }
}

/**
 * A file that may be a router file. A named file must be a router file, and a listed file must be readable. A found
 * file is skipped if it is missing, too large or not a router file, and refused if the system does not let us read it.
 */
export type SourceFile = {
  path: string
  origin: 'named' | 'listed' | 'found'
  /** The text to check instead of the text on disk. */
  text?: string
  /** It was read from standard input. */
  isStandard?: true
  /**
   * Set if the user declared it a router file: `forced` whatever its content, `configured` unless its content
   * contradicts that, `template` if it is a template of a router file.
   */
  kind?: 'forced' | 'configured' | 'template'
  values?: TemplateValues
  /** Whether it is skipped if it was named and is not a router file. */
  isSkippable?: true
  /** The directories and glob patterns under which it was found. */
  foundUnder: readonly string[]
}

export function readStandardSource(name: string | undefined): SourceFile | RefusedFile {
  const result = readStandardInput()
  return 'why' in result
    ? result
    : {
        path: name ?? 'standard input',
        origin: 'named',
        text: result.text,
        isStandard: true,
        foundUnder: [],
      }
}

/**
 * Reads and recognizes a source; undefined if the source is skipped, such as a found file that is not a router file. A
 * named file that is a template or another kind of file is refused with one sentence, because that is clearer than a
 * list of findings.
 */
export function openSource(source: SourceFile): RouterInput | RefusedFile | undefined {
  const result = readSource(source)
  return result && 'text' in result ? recognizeSource(source, result.text) : result
}

/** The text of a source; undefined if the source cannot be read and may be skipped. */
export function readSource({
  path,
  origin,
  text,
}: SourceFile): { text: string } | RefusedFile | undefined {
  const result =
    text === undefined ? (origin === 'named' ? readNamedText(path) : readText(path)) : { text }
  return 'why' in result && origin === 'found' && !('isInaccessible' in result) ? undefined : result
}

/** Recognizes a source by its text, like `openSource`. Templates are accepted only with `acceptsTemplates`. */
export function recognizeSource(
  source: SourceFile,
  text: string,
  { acceptsTemplates = false }: { acceptsTemplates?: boolean } = {},
): RouterInput | RefusedFile | undefined {
  const { path, origin, isStandard, kind } = source
  const input: RouterInput = { path, text, ...(isStandard && { isStandard }) }
  if (kind === 'forced')
    return isRouterText(path, text) ? input : { ...input, isUnrecognized: true }
  if (acceptsTemplates) {
    const template = findTemplateLanguage(input, source)
    if (template) return { ...input, template, ...(source.values && { values: source.values }) }
  } else if (origin === 'found' && isTemplateName(path)) return undefined
  if (origin !== 'named' && kind === undefined) return isRouterText(path, text) ? input : undefined
  return recognizeExpected(source, input)
}

/**
 * Recognizes a file that was given on the command line, or that a config file declares a router file. It may have less
 * router content than a file that was found in a folder.
 */
function recognizeExpected(
  { origin, kind, isSkippable }: SourceFile,
  input: RouterInput,
): RouterInput | RefusedFile | undefined {
  const { path, text } = input
  const isDeclared = kind === 'configured' || isRouterName(path)
  const claim = isDeclared ? 'declared' : isSkippable ? undefined : 'passed'
  const isReadableText = isReadable(path, text)
  const recognition = recognize(text, { ...(claim && isReadableText && { claim }) })
  if (recognition.kind === 'router' && isReadableText) return input
  if (recognition.kind === 'incomplete-router') return { ...input, isIncomplete: true }
  return origin === 'named' && !isSkippable
    ? createRefusal(path, recognition.kind === 'router' ? { kind: 'other' } : recognition)
    : undefined
}

const isRouterText = (path: string, text: string): boolean =>
  isRouterFile(text) && isReadable(path, text)

export const refuseIncomplete = ({ path }: RouterInput): RefusedFile => ({
  why: `\`${path}\` has too little content to be recognized and was not changed`,
  mayBeRouter: true,
})

/**
 * Drops a fix of a syntax error if the fixed text still does not look like a router file. Such a file is only checked
 * because the user named it, so it may not be YAML at all.
 */
export const keepUsefulRepairs = (text: string, diagnostics: readonly Diagnostic[]): Diagnostic[] =>
  diagnostics.map((diagnostic) =>
    diagnostic.fix &&
    getTraits(diagnostic.rule).about === 'syntax' &&
    !isRouterFileWithoutErrors(applyEdits(text, diagnostic.fix.edits))
      ? withoutFix(diagnostic)
      : diagnostic,
  )

const isRouterFileWithoutErrors = (text: string): boolean =>
  parseDocumentWithoutErrors(text) !== undefined &&
  recognize(text, { claim: 'declared' }).kind.endsWith('router')

/** Whether a file may be YAML: by its name, or because its text parses without errors. */
const isReadable = (path: string, text: string): boolean =>
  !isOtherLanguageName(path) || parseDocumentWithoutErrors(text) !== undefined

function findTemplateLanguage(
  { path, text }: RouterInput,
  { kind }: SourceFile,
): TemplateLanguage | undefined {
  const source = { path, text, isDeclared: kind === 'template' }
  return detectLanguage(text, source) && recognizeTemplate(source)
}

type OtherRecognition = Exclude<Recognition, { kind: 'router' | 'incomplete-router' }>

/** Hides strings in a template expression that has default values, because these may be secret. */
const hideDefaults = (sign: string): string =>
  /\|\s{0,9}default\b|\bcoalesce\b/.test(sign) ? sign.replaceAll(/"[^"]*"|'[^']*'/g, '…') : sign

function createRefusal(path: string, { kind, looksLike, sign }: OtherRecognition): RefusedFile {
  const evidence = sign === undefined ? '' : ` (it has \`${hideDefaults(sign)}\`)`
  if (looksLike === undefined)
    return { why: `\`${path}\` does not look like a router file${evidence}`, mayBeRouter: true }
  return {
    why:
      kind === 'template'
        ? `\`${path}\` is a template${evidence}; render it and lint the result`
        : `\`${path}\` is ${looksLike}${evidence}, not a router file`,
  }
}
