import { compact } from './compact.js'
import type { OutputFormat } from './format.js'
import { pretty } from './pretty.js'

/** A format as the help lists it; the code of those that other programs read is loaded when one is asked for. */
export type FormatEntry = {
  name: string
  summary: string
  load: () => Promise<OutputFormat> | OutputFormat
}

const exchange = () => import('./exchange.js')

/** Every format, the default first. */
export const outputFormats: readonly [FormatEntry, ...FormatEntry[]] = [
  { name: 'pretty', summary: 'findings with the line of the file, for people', load: () => pretty },
  {
    name: 'compact',
    summary: 'a finding a line: PATH:LINE:COLUMN: severity: message [rule]',
    load: () => compact,
  },
  {
    name: 'json',
    summary:
      'one document, as routerfile/report.schema.json describes it; lines and columns count from zero',
    load: async () => (await exchange()).json,
  },
  {
    name: 'jsonl',
    summary: 'a finding of json a line, with its file; no line where nothing is found',
    load: async () => (await exchange()).jsonl,
  },
  {
    name: 'github',
    summary: 'annotations of a GitHub workflow',
    load: async () => (await exchange()).github,
  },
  {
    name: 'gitlab',
    summary: 'a code quality report of GitLab',
    load: async () => (await exchange()).gitlab,
  },
  {
    name: 'sarif',
    summary: 'SARIF 2.1.0, for code scanning',
    load: async () => (await exchange()).sarif,
  },
  {
    name: 'junit',
    summary: 'test results: a suite a file; errors and warnings are failures',
    load: async () => (await exchange()).junit,
  },
  {
    name: 'checkstyle',
    summary: 'XML as Checkstyle writes it',
    load: async () => (await exchange()).checkstyle,
  },
  {
    name: 'markdown',
    summary: 'tables, for a job summary or a comment',
    load: async () => (await exchange()).markdown,
  },
]
