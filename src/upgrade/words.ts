import type { Change } from '../schema/key.js'
import type { UpgradeKind } from './change.js'
import type { Hop } from './history.js'
import { holds } from './history.js'

const standard: Record<UpgradeKind, (hop: Hop) => string> = {
  refused: ({ to }) => `Change it before the router gets ${to.release}.`,
  accepted: () => 'Nothing to do.',
  ignored: ({ to }) => `Make sure that nothing relies on it; ${to.release} does without it.`,
  read: ({ from }) => `Make sure that it is meant, or remove it to keep what ${from.release} does.`,
  value: () => 'Make sure that it is meant.',
  default: () => 'Make sure that the default suits, or write a value.',
  finding: () => 'See what is said.',
  behaviour: () => 'Make sure that nothing relies on it.',
  unanswered: () => '',
}

/** What to do: as documented where the release to come has the change, else what goes for every such change. */
export function adviceFor(hop: Hop, kind: UpgradeKind, changes: readonly Change[]): string {
  const documented = [
    ...new Set(changes.filter((change) => holds(hop, change)).map(({ effect }) => effect)),
  ].join(' ')
  return documented === '' ? standard[kind](hop) : documented
}
