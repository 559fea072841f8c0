import type { Finding, Fix, Path, Severity, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import type { Draft } from '../schema/reader.js'
import { isInRanges } from '../schema/release.js'
import type { LoadedCredential, Host } from './host.js'

/** What a rule reports; without a span, that of the key or value at the path. */
export type RuleReport = {
  path: Path
  message: string
  on?: 'key' | 'value'
  span?: Span
  severity?: Severity
  related?: Finding['related']
  /** Absent too where the edits cannot be made. */
  fix?: Fix | undefined
  /** Ids of findings at the same path that this one says better. */
  instead?: readonly string[]
}

export type RuleContext = {
  document: Document
  draft: Draft
  release: string
  /** The complete environment of the router; absent where every variable is unknown. */
  environment: Environment | undefined
  /** Severity of the rule in this release. */
  severity: Severity
  /** Absent where only the text may be looked at. */
  host: Host | undefined
  /** The certificates and keys that the file names, with what is there on the machine. */
  credentials: () => readonly LoadedCredential[]
  report: (report: RuleReport) => void
}

/** A mistake that the tool finds. Its examples are run as tests and shown by `explain`. */
export type Rule = {
  id: string
  severity: Severity
  /** The severity of a finding is that of what the router does about the key; `severity` is the usual one. */
  byOutcome?: true
  /** Other severities for some releases, and releases without the rule. */
  except?: readonly { in: readonly string[]; severity: Severity | 'off' }[]
  /** Off unless the caller gives it a severity; its own is the one to give. */
  optional?: true
  /** Finds what hangs on the machine: nothing where only the text is known. */
  machine?: true
  /** One sentence. */
  summary: string
  /** Why it matters: one or two sentences. */
  why: string
  /** Version of this package that has the rule first; without it `firstVersion`. */
  since?: string
  examples: {
    /** The line at fault ends in `#!` and a part of the message. */
    bad: readonly Example[]
    good: readonly Example[]
  }
  /** Looks at several keys or at the text; absent where the schema alone finds the mistake. */
  check?: (context: RuleContext) => void
  /** Needs the whole file: not run where the text is broken. */
  whole?: boolean
}

/** Sections of a router file; the sections that they do not name are those of a sound file, but for those `without`. */
export type Example =
  | string
  | { text: string; without?: readonly string[]; target?: string; env?: Record<string, string> }

/** Version of this package that the first rules came with. */
export const firstVersion = '0.1.0'

type GradedRule = Pick<Rule, 'severity' | 'except'>

/** The severity of a rule in a release; 'off' where the release has no such mistake. */
export const getRuleSeverity = (rule: GradedRule, release: string): Severity | 'off' =>
  rule.except?.find((item) => isInRanges(release, item.in))?.severity ?? rule.severity

/** Where the project lives; links to its pages are made from it. */
export const homepage = 'https://github.com/routerfile/routerfile'

/** The page that explains a rule; mistakes in a configuration have none, and the page says what may stand there. */
export const getRuleUrl = (rule: string): string =>
  rule === 'configuration'
    ? `${homepage}/blob/main/README.md#configure-it`
    : `${homepage}/blob/main/src/lint/rules/README.md#${rule}`

/** The page about the keys of a section of the router file. */
export const getSectionUrl = (section: string): string =>
  `${homepage}/blob/main/schemas/README.md#${section.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')}`
