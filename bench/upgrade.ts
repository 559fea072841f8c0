import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareReleases } from '../src/config/upgrade/upgrade.js'

type Case = {
  id: string
  key: string
  class: string
  yaml: string
  env?: Record<string, string>
  verdicts: Record<string, { outcome: string; world?: readonly string[] }>
}

/**
 * Returns whether the recorded router ran with the file, by release. Leaves out verdicts that depend on more than the
 * file (`world`).
 */
function getRecordedOutcomes({ verdicts }: Case): Map<string, boolean> {
  const rows = Object.entries(verdicts).filter(([, { world = [] }]) => world.length === 0)
  return new Map(
    rows.flatMap(([releases, { outcome }]) =>
      releases
        .split(',')
        .map((release): [string, boolean] => [release, outcome === 'runs' || outcome === 'loads']),
    ),
  )
}

const getVerdict = (before: boolean, after: boolean): string =>
  before === after ? 'as before' : after ? 'accepted' : 'refused'

/** Returns the verdict of our `upgrade` on the whole file. */
function getUpgradeVerdict({ yaml, env = {} }: Case, from: string, to: string): string {
  const kinds = new Set(
    compareReleases(yaml, { from, to, env }, { fixes: false }).changes.map(({ kind }) => kind),
  )
  return kinds.has('refused')
    ? kinds.has('accepted')
      ? 'both'
      : 'refused'
    : kinds.has('accepted')
      ? 'accepted'
      : 'as before'
}

/**
 * Compares `upgrade` with recorded verdicts of real routers: for each case and each pair of releases in both
 * directions, it must report `refused` if only the second router did not run, `accepted` if only the first did not, and
 * neither in all other cases. Takes the folder with `cases-*.jsonl`, and a number N to check only every Nth case.
 */
export function measure([folder = '', every = '1']: readonly string[]): void {
  const files = readdirSync(folder).filter((name) => /^cases-.*\.jsonl$/.test(name))
  const cases: Case[] = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
  const tally = new Map<string, Record<string, number>>()
  const wrong = new Map<string, string[]>()
  for (const item of cases.filter((_, index) => index % Number(every) === 0)) {
    const verdicts = getRecordedOutcomes(item)
    for (const [from, before] of verdicts) {
      for (const [to, after] of verdicts) {
        if (from === to) continue
        const hop = `${from} to ${to}`
        const row = tally.get(hop) ?? { refused: 0, accepted: 0, 'as before': 0, wrong: 0 }
        const [expected, actual] = [getVerdict(before, after), getUpgradeVerdict(item, from, to)]
        tally.set(hop, {
          ...row,
          [expected]: (row[expected] ?? 0) + 1,
          wrong: (row['wrong'] ?? 0) + (expected === actual ? 0 : 1),
        })
        if (expected !== actual)
          wrong.set(item.id, [
            ...(wrong.get(item.id) ?? [`${item.key} (${item.class})`]),
            `${hop}: ${expected}, ours ${actual}`,
          ])
      }
    }
  }
  for (const [id, lines] of wrong) console.log(`${id} ${lines.join('; ')}`)
  for (const [hop, counts] of tally)
    console.log(
      `${hop}: ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    )
  const sum = (name: string): number =>
    [...tally.values()].reduce((total, counts) => total + (counts[name] ?? 0), 0)
  const total = sum('refused') + sum('accepted') + sum('as before')
  console.log(
    `${total - sum('wrong')} of ${total} answers agree with the routers (${sum('refused')} refused, ${sum('accepted')} accepted); ${wrong.size} cases disagree`,
  )
}
