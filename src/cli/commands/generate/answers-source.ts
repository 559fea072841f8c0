import type { Diagnostic, Path } from '../../../document/diagnostic.js'
import { formatPath, toPosition } from '../../../document/diagnostic.js'
import { parseDocument } from '../../../document/document.js'
import { once } from '../../../document/lazy.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { checkAnswers, readAnswers } from '../../../generate/answers.js'
import { UsageError } from '../../errors.js'
import type { GenerateCommandOptions } from './flags.js'
import { findAnswerFlag, mergeAnswers, readAnswerOptions } from './flags.js'

export type AnswersSource = { answers: CheckedAnswers; file: AnswersFile }

/** The answers of a file, overridden by those of flags. `jwt` is the enrollment token, if there is one. */
export function readAnswersSource(
  options: GenerateCommandOptions,
  { content, jwt }: { content: string | undefined; jwt: string | undefined },
): AnswersSource {
  const { answers: path } = options
  const file =
    path !== undefined && content !== undefined
      ? { path: path === '-' ? 'standard input' : path, text: content }
      : undefined
  const fileAnswers = file && readAnswers(file.text)
  if (file && !fileAnswers?.answers) {
    const locate = createLocator(file)
    throw new UsageError(
      (fileAnswers?.diagnostics ?? [])
        .map(({ path: answerPath, range, message }) => `${locate(answerPath, range)}${message}`)
        .join('\nrouterfile: '),
    )
  }
  const flagAnswers = checkAnswers({
    ...readAnswerOptions(options),
    ...(jwt !== undefined && { jwt }),
  })
  if (!flagAnswers.answers) throw createAnswersRefusal(flagAnswers.diagnostics, undefined)
  return { answers: mergeAnswers(fileAnswers?.answers ?? {}, flagAnswers.answers), file }
}

/** The answers from flags only, which take precedence over those of a list. */
export const readFlagAnswers = (options: GenerateCommandOptions): CheckedAnswers =>
  checkAnswers(readAnswerOptions(options)).answers ?? {}

export const createAnswersRefusal = (
  diagnostics: readonly Diagnostic[],
  file: AnswersFile,
): UsageError =>
  new UsageError(
    formatDiagnostics(
      diagnostics.filter(({ severity }) => severity === 'error'),
      createLocator(file),
    ).join('\nrouterfile: '),
  )

/** The file that answers come from; undefined if they come only from flags. */
export type AnswersFile = { path: string; text: string } | undefined

/** Formats the origin of an answer as a message prefix: file and position, else the flag, else the path. */
export function createLocator(
  file: AnswersFile,
): (path: Path, range?: Diagnostic['range']) => string {
  const parse = once(() => file && parseDocument(file.text))
  const findStart = (path: Path): Pick<Diagnostic['range'], 'start'> | undefined => {
    const document = path.length > 0 ? parse() : undefined
    return document?.find(path)
      ? { start: toPosition(document.lineStarts(), document.findSpan(path, 'value').start) }
      : undefined
  }
  return (path, range) => {
    const location = range ?? findStart(path)
    if (file && location)
      return `${file.path}:${location.start.line + 1}:${location.start.character + 1}: `
    const flag = findAnswerFlag(String(path[0] ?? ''))
    return flag !== undefined ? `--${flag}: ` : path.length > 0 ? `${formatPath(path)}: ` : ''
  }
}

export const formatDiagnostics = (
  diagnostics: readonly Diagnostic[],
  formatOrigin: (path: Path) => string,
): string[] =>
  (['error', 'warning', 'info'] as const).flatMap((level) =>
    diagnostics
      .filter(({ severity }) => severity === level)
      .map(
        ({ path, message }) =>
          `${level === 'error' ? '' : `${level}: `}${formatOrigin(path)}${message}`,
      ),
  )
