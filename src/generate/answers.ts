import { checkData } from '../schema/check-data.js'
import type { Diagnostic } from '../document/diagnostic.js'
import { toDiagnostics } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import { asYaml } from '../fix/edit.js'
import type { Answers as Described, EdgeRouter } from '../generated/answers.js'
import type { EdgeOptions, RouterFile, TunnelOptions } from '../generated/document.js'
import { form } from '../generated/form.js'
import type { JsonMap } from '../schema/json.js'
import { isJsonMap } from '../schema/json.js'
import type { Json } from '../schema/key.js'

/** A part of a map: anything in it may be missing; lists are given whole. */
type DeepPartial<Type> = Type extends readonly unknown[]
  ? Type
  : Type extends object
    ? { [Name in keyof Type]?: DeepPartial<Type[Name]> }
    : Type

/** What a router is to be. Everything is optional, but somebody has to name the controllers: the answers or the token. */
export type Answers = Omit<Described, 'edgeOptions' | 'sections' | 'tunnelOptions'> & {
  /** Further options of the edge listeners. */
  edgeOptions?: DeepPartial<EdgeOptions>
  /** Further options of the tunnel listener. */
  tunnelOptions?: DeepPartial<TunnelOptions>
  /** Sections of the router file as they are written there. Maps are joined with what the answers give, lists take the place of it. */
  sections?: DeepPartial<RouterFile>
}

export type { EdgeRouter }

/** Answers that were held against their schema. Free maps hold plain data. */
export type CheckedAnswers = Omit<Described, 'edgeOptions' | 'sections' | 'tunnelOptions'> & {
  edgeOptions?: JsonMap
  sections?: JsonMap
  tunnelOptions?: JsonMap
}

/** Answers in YAML or JSON, and what is wrong with them, at its place in the text. */
export type ReadAnswers = { answers?: CheckedAnswers; diagnostics: Diagnostic[] }

/** Problems of texts that are no map at all. */
const notMapProblems: ReadonlySet<string> = new Set([
  'empty-document',
  'null-document',
  'root-not-map',
])

/** Reads answers. Those with a mistake are not used at all. */
export function readAnswers(text: string): ReadAnswers {
  const document = parseDocument(text)
  const { root, problems, rest } = document
  const broken = problems.map(({ start, end, code, message }) => ({
    rule: 'answers',
    severity: 'error' as const,
    message: notMapProblems.has(code) ? 'expected a map of answers' : message,
    path: [],
    span: { start, end },
  }))
  const second = rest
    ? [
        {
          rule: 'answers',
          severity: 'error' as const,
          message: 'a second document starts here; put all answers in one document',
          path: [],
          span: rest,
        },
      ]
    : []
  const checked = root && checkData(document, form, root, [])
  const findings = broken.length > 0 ? broken : [...(checked?.findings ?? []), ...second]
  return findings.length > 0 || !checked
    ? { diagnostics: toDiagnostics(text, findings) }
    : { answers: isAnswers(checked.value) ? checked.value : {}, diagnostics: [] }
}

/** Holds answers given as data against the schema, as those in a text. */
export function checkAnswers(answers: object): ReadAnswers {
  const { answers: sound, diagnostics } = readAnswers(asYaml(JSON.stringify(answers)))
  const start = { line: 0, character: 0, offset: 0 }
  return {
    ...(sound && { answers: sound }),
    diagnostics: diagnostics.map((found) => ({ ...found, range: { start, end: start } })),
  }
}

/** A map that was held against the schema has the type that is made from the schema. */
const isAnswers = (value: Json | undefined): value is Json & CheckedAnswers => isJsonMap(value)
