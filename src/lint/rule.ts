import type { Finding, LazyFix, Path, Severity, Span } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import type { FleetRuleId } from '../generated/fleet-rule-ids.js'
import type { RuleId } from '../generated/rule-ids.js'
import type { Behavior } from '../schema/release.js'
import { hasBehavior } from '../schema/release.js'
import type { Observation, ObservationKind, ObservationOf } from '../schema/observation.js'
import { isObservationOf } from '../schema/observation.js'
import type { Consequence } from '../schema/messages.js'
import type { ReadResult } from '../schema/read.js'
import type { PartialConfig } from '../schema/reader.js'
import type { LoadedCredential, LintHost } from './host.js'

/** What a rule reports. Without a span, the finding is at the value of the path, or at its key if `on` says so. */
export type RuleReport = {
  path: Path
  /** What is wrong: the first sentence of the message. `consequence` and `remedy` follow. */
  message: string
  /** What the router does, if the message does not say it. */
  consequence?: Consequence
  remedy?: string
  on?: 'key' | 'value'
  span?: Span
  severity?: Severity
  related?: Finding['related']
  fix?: LazyFix | undefined
  /** Rules whose findings at the same path this finding replaces. Each must be in the rule's `replaces`. */
  replacedRules?: readonly RuleId[]
}

export type RuleContext = {
  document: Document
  /** The configuration without values that depend on unknown variables. */
  knownConfig: PartialConfig
  release: string
  /** The complete environment of the router; absent if every variable is unknown. */
  environment: Environment | undefined
  /** Severity of the rule in this release. */
  severity: Severity
  /** Absent if only the text may be checked. */
  host: LintHost | undefined
  /** The certificates and keys that the file names, with their content on the machine. */
  credentials: () => readonly LoadedCredential[]
  report: (report: RuleReport) => void
}

/**
 * What the router does with the key that a finding is about:
 * - `unknown`: the router has no such key at this place;
 * - `unread`: some release reads it, but not the router's release, or not in this file;
 * - `obsolete`: earlier releases read it, or generators write it needlessly;
 * - `deprecated`: the router reads it, but there is a better way to write the same;
 * - `ineffective`: the router reads it, but in this release it has no effect;
 * - `overridden`: the router reads it, but something else in the file overrides it.
 */
export type KeyStatus =
  'unknown' | 'unread' | 'obsolete' | 'deprecated' | 'ineffective' | 'overridden'

/** Fixes that set a value that does not follow from the file, or remove something that a user wrote. */
export type RemedyKind =
  'add-edge' | 'add-csr' | 'add-server-certificate' | 'choose-free-port' | 'remove-key'

/** The file with a finding, as a router of the release reads it. */
export type SuggestContext = Pick<
  RuleContext,
  'document' | 'knownConfig' | 'release' | 'environment'
>

/**
 * A suggestion for a path: a `value` as YAML, the `lines` of a map or list below its key, or the `itemLines` of a new
 * item of its list. Missing maps on the path are added. If none of the three is set, the entry at the path is removed.
 */
export type Suggestion = {
  path: Path
  value?: string
  lines?: readonly string[]
  itemLines?: readonly string[]
  /** A suggestion that must be applied together with this one. */
  alsoApply?: Suggestion
  /** The title of the fix in editors; by default, it says what is written. */
  title?: string
}

/**
 * What code outside a rule needs to know about its findings. Reports, editors, `fix`, `upgrade` and `generate` use
 * these traits and never the id of a rule.
 */
export type RuleTraits = {
  /** What the router does with the key that a finding is about; absent if the finding is about something else. */
  keyStatus?: KeyStatus
  /**
   * Findings are about unreadable text, or about comments that hide findings, and not about the content of the file.
   */
  about?: 'syntax' | 'suppressions'
  /** The marked text can be removed, so editors fade it, like keys that the router does not read. */
  unnecessary?: true
  /** The part of a key that findings quote, even if the key is unknown: its name or its value. */
  quotesAny?: 'name' | 'value'
  /**
   * Findings are about something that is missing; `required` if they are about keys that the schema requires. In a text
   * with syntax errors, the missing part may exist but be unreadable.
   */
  absence?: 'required' | true
  /**
   * What an editor offers instead of the marked text: other keys of the map, other words that the key allows, or other
   * values, such as the default, a limit or an example.
   */
  alternatives?: 'keys' | 'words' | 'values'
  /** A fix that only an editor offers, because a person has to agree to it. */
  remedy?: RemedyKind
  /** @internal What an editor offers to write for a finding at a path, the likeliest first. */
  suggest?: (path: Path, context: SuggestContext) => readonly Suggestion[]
  /** The router runs on the file, but clients that could connect to other releases cannot connect to this one. */
  stopsClients?: true
  /** The severity of a finding depends on what the router does about the key; `severity` is the usual severity. */
  byOutcome?: true
  /** The rule is off unless the caller sets a severity; `severity` is the recommended one. */
  optional?: true
  /** Findings depend on the machine; there are none if only the text is known. */
  machine?: true
}

/** Facts that rules for one file (`Rule`) and rules that compare several files (`FleetRule`) have in common. */
export type RuleFacts<Id extends RuleId | FleetRuleId = RuleId> = RuleTraits & {
  /** The id, as used in diagnostics and suppression comments. */
  id: Id
  /** The usual severity of its findings. */
  severity: Severity
  /**
   * Which fixes its findings may have; absent if they never have one. `mixed`: safe or unsafe, depending on the
   * finding.
   */
  fixes?: 'safe' | 'unsafe' | 'mixed'
  /** Other severities for releases with a behavior; `off` for releases without the rule. */
  except?: readonly { in: Behavior; severity: Severity | 'off' }[]
  /** What the rule finds, in one sentence. */
  summary: string
  /** Why it matters: one or two sentences. */
  why: string
  /** First version of this package with the rule; by default `firstVersion`. */
  since?: string
}

type Examples = {
  /** Files with the mistake and without it. */
  examples: {
    /** The line with the mistake ends in `#!` and a part of the message. */
    bad: readonly Example[]
    /** Files without the mistake. */
    good: readonly Example[]
  }
}

/** A mistake that the tool finds. Its examples run as tests and are shown by `explain`. */
export type DocumentedRule = RuleFacts & Examples

/** What a file and the caller must provide. Every property that is set must hold; one of the `keys` is enough. */
export type RuleNeeds = {
  /** Keys of the file, by their path. */
  keys?: readonly string[]
  /** A listener with this binding. */
  listener?: string
  /** What the caller must allow to be checked on the machine. */
  machine?: 'files' | 'certificates'
}

/** A rule with the code that finds the mistake. */
export type Rule = DocumentedRule & {
  /** Checks several keys or the text; absent if reading the file by its schema already finds the mistake. */
  check?: (context: RuleContext) => void
  /** What a file and the caller must provide for the rule to be called, because otherwise there is nothing to find. */
  needs?: RuleNeeds
  /** Skips files with syntax errors, because their other parts may not be readable. */
  needsValidSyntax?: boolean
  /** Rules whose findings this rule may replace. Whenever one of them runs, this rule runs too. */
  replaces?: readonly RuleId[]
  /** The observations that this rule turns into messages. Created by `defineObservationRule`. */
  observes?: {
    kind: ObservationKind
    report: (observation: Observation, readResult: ReadResult) => ObservationReport | undefined
  }
}

/**
 * What a rule reports for an observation. The finding has the span of the observation; by default also its path, and
 * the severity of the rule.
 */
export type ObservationReport = {
  message: string
  path?: Path
  severity?: Severity
  fix?: LazyFix | undefined
}

export function defineObservationRule<Kind extends ObservationKind>({
  observes,
  report,
  ...facts
}: RuleFacts &
  Examples & {
    observes: Kind
    report: (observation: ObservationOf<Kind>, readResult: ReadResult) => ObservationReport
  }): Rule {
  return {
    ...facts,
    observes: {
      kind: observes,
      report: (observation, readResult) =>
        isObservationOf(observation, observes) ? report(observation, readResult) : undefined,
    },
  }
}

/** Sections of a router file. Missing sections are taken from a valid file, except those in `without`. */
export type Example =
  | string
  | { text: string; without?: readonly string[]; target?: string; env?: Record<string, string> }

/** Version of this package with the first rules. */
export const firstVersion = '0.1.0'

type RuleSeverityFacts = Pick<RuleFacts, 'severity' | 'except'>

/** The severity of a rule in a release; 'off' if the mistake does not exist in that release. */
export const getRuleSeverity = (rule: RuleSeverityFacts, release: string): Severity | 'off' =>
  rule.except?.find((item) => hasBehavior(release, item.in))?.severity ?? rule.severity
