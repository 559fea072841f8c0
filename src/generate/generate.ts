import type { Diagnostic } from '../document/diagnostic.js'
import { texts } from '../generated/texts.js'
import { lint } from '../lint/lint.js'
import type { Model } from '../schema/model.js'
import { describeAssumption, findModel } from '../schema/model.js'
import { selectTexts } from '../schema/texts.js'
import type { JsonMap } from '../document/record.js'
import type { Answers, CheckedAnswers, Problem } from './answers.js'
import { checkAnswers, toDiagnostic } from './answers.js'
import type { Commands } from './paths.js'
import { createCommands, findFolderFault, fillPattern, getSystem } from './paths.js'
import { composeFile } from './compose.js'
import type { Enrollment } from './enrollment.js'
import type { Plan } from './plan.js'
import { createPlan } from './plan.js'
import type { PlatformFile } from './platforms.js'
import { createPlatformFiles } from './platforms.js'
import type { Step } from './steps.js'
import { createSteps } from './steps.js'
import { readEnrollmentSources } from './enrollment-sources.js'
import { toProblem, tidyFile } from './tidy.js'
import { formatJsonFile, formatRouterFile } from './format-file.js'

/** Options for generating a router file, apart from the answers. */
export type GenerateOptions = {
  /** The time to check the token against, in milliseconds since 1970; default: the clock of the machine. */
  now?: number
  /**
   * Path of the router file in commands and in files for the platform; `{name}` is replaced with the router's file
   * name. Default: `router.yml`.
   */
  path?: string
  /**
   * Path of the enrollment token file in commands and in files for the platform; `{name}` is replaced as in `path`.
   * Default: `{name}.jwt`.
   */
  jwtPath?: string
}

/**
 * The result of `generate`. Without an error, it contains everything that a router needs; with an error, there is
 * nothing to write.
 */
export type Generated =
  | {
      /** Whether there is something to write. */
      ok: true
      /** Name of the router. */
      name: string
      /** The name of the router as used in file names. */
      fileName: string
      /** Path of the router file. */
      path: string
      /** Release of the router that the file is for. */
      release: string
      /** The router file. */
      text: string
      /** Other files that the platform needs, with paths relative to the router file. */
      files: PlatformFile[]
      /** The commands that enroll and start the router. */
      commands: Commands
      /** Path of the token file, which the steps use. */
      jwtPath: string
      /** How to enroll and start the router on its platform, in order. */
      steps: Step[]
      /** The content of the token, if there is one. */
      enrollment?: Enrollment
      /** Problems of the answers, and findings in the file. */
      diagnostics: Diagnostic[]
    }
  | {
      /** Whether there is something to write. */
      ok: false
      /** Problems of the answers, and findings in the file. */
      diagnostics: Diagnostic[]
    }

/**
 * Generates a router file from answers, an enrollment token, a record of the management API, or all of them. Paths of
 * diagnostics refer to the answers. The signature of the token is not checked: see `verifyEnrollment`.
 */
export function generate(answers: Answers, options: GenerateOptions = {}): Generated {
  const { answers: checkedAnswers, diagnostics } = checkAnswers(answers)
  return checkedAnswers ? generateFrom(checkedAnswers, options) : { ok: false, diagnostics }
}

export function generateFrom(answers: CheckedAnswers, options: GenerateOptions = {}): Generated {
  const { now = Date.now() } = options
  const problems: Problem[] = []
  const report = (problem: Problem): void => void problems.push(problem)
  const hasErrors = (): boolean => problems.some(({ severity }) => severity === 'error')
  const createFailure = (): Generated => ({ ok: false, diagnostics: problems.map(toDiagnostic) })
  const model = findModel(answers.target)
  if (!model)
    report({
      rule: 'unknown-target',
      severity: 'error',
      path: ['target'],
      message: `unknown release \`${answers.target}\`; use a release such as 2.0 or 1.6.14`,
    })
  const assumption = describeAssumption(answers.target)
  if (assumption !== undefined)
    report({
      rule: 'assumed-release',
      severity: 'info',
      path: ['target'],
      message: assumption,
    })
  const folderFault =
    answers.identityFolder === undefined ? undefined : findFolderFault(answers.identityFolder)
  if (folderFault !== undefined)
    report({
      rule: 'identity-folder',
      severity: 'error',
      path: ['identityFolder'],
      message: folderFault,
    })
  const { enrollment, record } = readEnrollmentSources(answers, now, report)
  if (!model || hasErrors()) return createFailure()
  const plan = createPlan({ answers, release: model.release, enrollment, record, report })
  if (hasErrors()) return createFailure()
  const file = tidyFile(composeFile(plan), plan, { model, report })
  const text = formatFile(file, plan, model)
  for (const finding of lint(text, { target: model.release, platform: getSystem(answers) }))
    if (finding.severity !== 'info') report(toProblem(finding, plan))
  if (hasErrors()) return createFailure()
  const path = fillPattern(options.path ?? 'router.yml', plan.fileName)
  const jwtPath = fillPattern(options.jwtPath ?? '{name}.jwt', plan.fileName)
  const files = createPlatformFiles(plan, { path, jwtPath, file, report })
  const commands = createCommands(path, jwtPath)
  const { name, fileName, release } = plan
  return {
    ok: true,
    name,
    fileName,
    path,
    release,
    text,
    files,
    commands,
    jwtPath,
    steps: createSteps(plan, { configPath: path, jwtPath, commands, files }),
    ...(enrollment && { enrollment }),
    diagnostics: problems.map(toDiagnostic),
  }
}

function formatFile(
  file: JsonMap,
  { answers: { format, comments } }: Plan,
  { schema, release }: Model,
): string {
  return format === 'json'
    ? formatJsonFile(file, schema)
    : formatRouterFile(file, { schema, texts: comments ? selectTexts(texts, release) : undefined })
}
