import { join } from 'node:path'
import type { Releases } from '../../src/schema/release.js'
import { listLines, movingTargets } from '../../src/schema/release.js'
import { readFacts } from './router-schema.js'
import { banner } from './write-files.js'

/** A behavior that only some releases have. */
type WrittenBehavior = { in: readonly string[]; description: string }

type WrittenReleases = Releases & { behaviors: Readonly<Record<string, WrittenBehavior>> }

/** @param folder The folder of the schemas. */
export const readReleases = (folder: string): WrittenReleases =>
  readFacts(join(folder, 'releases.json')) as WrittenReleases

/** Formats a module with the behaviors by name, and the union of the names. */
export const formatBehaviors = (behaviors: WrittenReleases['behaviors']): string =>
  [
    banner,
    '/** A behavior that only some releases have, as `schemas/releases.json` names it. */',
    `export type Behavior =\n${Object.keys(behaviors)
      .map((name) => `  | '${name}'`)
      .join('\n')}\n`,
    '/** The ranges of releases that have each behavior. */',
    'export const behaviors: Readonly<Record<Behavior, { in: readonly string[] }>> = {',
    ...Object.entries(behaviors).flatMap(([name, { in: ranges, description }]) => [
      `  /** ${description} */`,
      `  '${name}': { in: [${ranges.map((range) => `'${range}'`).join(', ')}] },`,
    ]),
    '}',
    '',
  ].join('\n')

/** Formats the union of moving releases (such as `latest`), release lines and releases, oldest first. */
export const formatTargets = (known: Releases): string =>
  [
    banner,
    '/** A release line or a release of the router, or a word for one, as `target` takes it. */',
    `export type Target =\n${[
      ...movingTargets,
      ...listLines(known).map(({ line }) => line),
      ...known.releases.map(({ release }) => release),
    ]
      .map((name) => `  | '${name}'`)
      .join('\n')}`,
    '',
  ].join('\n')
