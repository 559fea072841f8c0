import type { Finding, LazyFix, Path, Severity, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import type { FleetRuleId } from '../generated/fleet-rule-ids.js'
import type { RuleId } from '../generated/rule-ids.js'
import type { Behaviour } from '../schema/behaviour.js'
import { hasBehaviour } from '../schema/behaviour.js'
import type { Observation, ObservationKind, ObservationOf } from '../schema/observation.js'
import { isObservationOf } from '../schema/observation.js'
import type { Reading } from '../schema/read.js'
import type { Draft } from '../schema/reader.js'
import type { LoadedCredential, Host } from './host.js'

/** What a rule reports; without a span, that of the key or value at the path. */
export type RuleReport = {
  path: Path
  message: string
  on?: 'key' | 'value'
  span?: Span
  severity?: Severity
  related?: Finding['related']
  /** Worked out when somebody asks for it. */
  fix?: LazyFix | undefined
  /** Rules whose findings at the same path this one says better. */
  instead?: readonly RuleId[]
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

/**
 * What the router makes of the key that a finding is about:
 * - `unknown`: it has no such key at this place;
 * - `unread`: some release has it, the release of the router does not read it, or not in this file;
 * - `obsolete`: earlier releases read it, or generators write it without need;
 * - `deprecated`: it reads it, and there is a better way to write the same;
 * - `ineffective`: it reads it, and in this release that changes nothing;
 * - `overridden`: it reads it, and something else in the file makes that count for nothing.
 */
export type KeyStatus =
  'unknown' | 'unread' | 'obsolete' | 'deprecated' | 'ineffective' | 'overridden'

/**
 * What others than the rule itself need to know of its findings. Reports, editors, `fix`, `upgrade` and `generate` ask
 * for these and never for the id of a rule.
 */
export type RuleTraits = {
  /** What the router makes of the key that a finding is about; absent where it is about something else. */
  keyStatus?: KeyStatus
  /** Findings are about text that cannot be read, or about comments that hide findings, and not about what the file says. */
  about?: 'syntax' | 'suppressions'
  /** What a finding marks could be taken out, though it is no key that is not read. */
  unnecessary?: true
  /** Findings are about something that is not there. Where the text is broken, that says nothing. */
  absence?: true
  /** The message says why a value is not the one that counts; hovers of the key show it. */
  explainsValue?: true
  /** What an editor offers instead of what was found: other keys of the map, or other words that the key allows. */
  alternatives?: 'keys' | 'words'
  /** The severity of a finding is that of what the router does about the key; `severity` is the usual one. */
  byOutcome?: true
  /** Off unless the caller gives it a severity; its own is the one to give. */
  optional?: true
  /** Finds what hangs on the machine: nothing where only the text is known. */
  machine?: true
}

/** What is known of a rule, about one file or several. */
export type RuleFacts<Id extends RuleId | FleetRuleId = RuleId> = RuleTraits & {
  id: Id
  severity: Severity
  /** Other severities for releases that do something, and releases without the rule. */
  except?: readonly { in: Behaviour; severity: Severity | 'off' }[]
  /** One sentence. */
  summary: string
  /** Why it matters: one or two sentences. */
  why: string
  /** Version of this package that has the rule first; without it `firstVersion`. */
  since?: string
}

type Examples = {
  examples: {
    /** The line at fault ends in `#!` and a part of the message. */
    bad: readonly Example[]
    good: readonly Example[]
  }
}

/** A mistake that the tool finds. Its examples are run as tests and shown by `explain`. */
export type Rule = RuleFacts &
  Examples & {
    /** Looks at several keys or at the text; absent where reading by the schema alone finds the mistake. */
    check?: (context: RuleContext) => void
    /** Needs the whole file: not run where the text is broken. */
    whole?: boolean
    /** What reading observes and this rule puts into words. Made by `defineObservationRule`. */
    observes?: {
      kind: ObservationKind
      report: (observation: Observation, reading: Reading) => ObservationReport | undefined
    }
  }

/** How a rule puts an observation into words. Path and span are those of the observation, the severity that of the rule, unless given. */
export type ObservationReport = {
  message: string
  path?: Path
  severity?: Severity
  fix?: LazyFix | undefined
}

/** A rule that puts into words what reading observes. */
export function defineObservationRule<Kind extends ObservationKind>({
  observes,
  report,
  ...facts
}: RuleFacts &
  Examples & {
    observes: Kind
    report: (observation: ObservationOf<Kind>, reading: Reading) => ObservationReport
  }): Rule {
  return {
    ...facts,
    observes: {
      kind: observes,
      report: (observation, reading) =>
        isObservationOf(observation, observes) ? report(observation, reading) : undefined,
    },
  }
}

/** Sections of a router file; the sections that they do not name are those of a sound file, but for those `without`. */
export type Example =
  | string
  | { text: string; without?: readonly string[]; target?: string; env?: Record<string, string> }

/** Version of this package that the first rules came with. */
export const firstVersion = '0.1.0'

type GradedRule = Pick<RuleFacts, 'severity' | 'except'>

/** The severity of a rule in a release; 'off' where the release has no such mistake. */
export const getRuleSeverity = (rule: GradedRule, release: string): Severity | 'off' =>
  rule.except?.find((item) => hasBehaviour(release, item.in))?.severity ?? rule.severity

declare const PACKAGE_HOMEPAGE: string | undefined

/** Where the pages of the project are; nothing as long as `package.json` names no such place. */
export const homepage = typeof PACKAGE_HOMEPAGE === 'string' ? PACKAGE_HOMEPAGE : undefined

/** The page that explains a rule, if it is published; that of mistakes in a configuration says what may stand there. */
export const getRuleUrl = (rule: string): string | undefined =>
  homepage &&
  (rule === 'configuration'
    ? `${homepage}/blob/main/docs/configuration.md`
    : `${homepage}/blob/main/docs/rules.md#${rule}`)

/** The page about the keys of a section of the router file, if it is published. */
export const getSectionUrl = (section: string): string | undefined =>
  homepage &&
  `${homepage}/blob/main/docs/keys.md#${section.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')}`
