// Made by `npm run derive`; do not edit.
import type { FormatEntry } from '../cli/formats/format.js'
import { compact } from '../cli/formats/compact.js'
import { pretty } from '../cli/formats/pretty.js'

/** Every output format, the default first. */
export const outputFormats: readonly [FormatEntry, ...FormatEntry[]] = [
  {
    name: "pretty",
    summary: "findings with the line of the file, for people",
    load: () => pretty,
  },
  {
    name: "compact",
    summary: "one line per finding: PATH:LINE:COLUMN: severity: message [rule]",
    load: () => compact,
  },
  {
    name: "checkstyle",
    summary: "the XML format of Checkstyle",
    load: async () => (await import('../cli/formats/checkstyle.js')).checkstyle,
  },
  {
    name: "github",
    summary: "annotations of a GitHub workflow",
    load: async () => (await import('../cli/formats/github.js')).github,
  },
  {
    name: "gitlab",
    summary: "a code quality report of GitLab",
    load: async () => (await import('../cli/formats/gitlab.js')).gitlab,
  },
  {
    name: "json",
    summary: "one document, as routerfile/report.schema.json describes it; lines and columns count from zero",
    load: async () => (await import('../cli/formats/json.js')).json,
  },
  {
    name: "jsonl",
    summary: "one JSON object per finding and line, with its file",
    load: async () => (await import('../cli/formats/jsonl.js')).jsonl,
  },
  {
    name: "junit",
    summary: "test results: one suite per file; errors and warnings are failures",
    load: async () => (await import('../cli/formats/junit.js')).junit,
  },
  {
    name: "markdown",
    summary: "tables, for a job summary or a comment",
    load: async () => (await import('../cli/formats/markdown.js')).markdown,
  },
  {
    name: "sarif",
    summary: "SARIF 2.1.0, for code scanning",
    load: async () => (await import('../cli/formats/sarif.js')).sarif,
  },
]
