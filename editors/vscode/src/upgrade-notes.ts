import { escapeMarkdown } from '../../../src/document/markdown.js'
import { formatCount, formatList } from '../../../src/document/words.js'
import type { UpgradeResult } from './server-commands.js'
import { formatRelease } from './status-text.js'

/** Summarizes in one sentence how much an upgrade changes, and what is left to the user. */
export function countUpgradeChanges({ from, to, changes }: UpgradeResult): string {
  if (changes.length === 0) return `Nothing in the file changes from release ${from} to ${to}.`
  const applied = changes.filter(({ isApplied }) => isApplied).length
  const open = changes.length - applied
  const ways = formatCount(open, 'way')
  if (applied === 0)
    return `The upgrade changes no key in this file, but release ${to} behaves differently in ${ways}; read the notes.`
  const changed = `The upgrade changes ${formatCount(applied, 'key')} in this file.`
  return open === 0
    ? changed
    : `${changed} Release ${to} also behaves differently in ${ways}; read the notes before you apply it.`
}

/** The result of an upgrade for the file at a path, or the reason why it cannot be upgraded. */
export type FileUpgrade = { file: string } & (
  { upgrade: UpgradeResult; isChanged: boolean } | { refusal: string }
)

/** Summarizes how many files an upgrade changes, and what is left to the user. */
export function countUpgradedFiles(files: readonly FileUpgrade[]): string {
  const upgraded = files.flatMap((file) => ('upgrade' in file ? file : []))
  const changed = upgraded.filter(({ isChanged }) => isChanged).length
  const open = upgraded
    .flatMap(({ upgrade }) => upgrade.changes)
    .filter(({ isApplied }) => !isApplied).length
  const refused = files.length - upgraded.length
  const all = formatCount(files.length, 'file')
  return [
    `The upgrade changes ${changed === 0 ? 'none' : changed} of ${all}.`,
    open > 0 && `The routers behave differently in ${formatCount(open, 'way')}.`,
    refused > 0 && `${formatCount(refused, 'file')} cannot be upgraded.`,
    (open > 0 || refused > 0) && 'Read the notes.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Maximum number of reasons in a message. */
const maxReasons = 3

/** Lists the files that cannot be upgraded, with the reasons; empty if all can be. */
export function formatRefusals(files: readonly FileUpgrade[]): string {
  const refused = files.flatMap((file) => ('refusal' in file ? file : []))
  const named = refused.slice(0, maxReasons).map(({ file, refusal }) => `${file} (${refusal})`)
  const more = refused.length - named.length
  const names = formatList([...named, ...(more > 0 ? [formatCount(more, 'other file')] : [])])
  return refused.length === 0 ? '' : `${names} cannot be upgraded.`
}

/** Formats the changes of several files as a page; files that cannot be upgraded come first. */
export const formatFolderNotes = (
  files: readonly FileUpgrade[],
): { title: string; markdown: string } => ({
  title: 'Upgrade notes',
  markdown: [
    ...files.flatMap((file) =>
      'refusal' in file
        ? [`# ${escapeMarkdown(file.file)}: not upgraded`, escapeMarkdown(file.refusal)]
        : [],
    ),
    ...files.flatMap((file) => {
      if ('refusal' in file) return []
      const { markdown } = formatUpgradeNotes(
        file.upgrade,
        (title) => `${escapeMarkdown(file.file)}: ${title.toLowerCase()}`,
      )
      return [markdown]
    }),
  ].join('\n\n'),
})

/**
 * Returns a message about upgraded files, and the release to check them for, unless they are already checked for it.
 */
export function formatApplied(upgrades: readonly Pick<UpgradeResult, 'to' | 'checkedFor'>[]): {
  message: string
  release?: string
} {
  const [{ to } = { to: '' }] = upgrades
  const isOne = upgrades.length === 1
  const outdated = upgrades.filter(({ checkedFor }) => checkedFor.release !== to)
  const releases = [...new Set(outdated.map(({ checkedFor }) => formatRelease(checkedFor)))]
  const which =
    outdated.length < upgrades.length ? formatCount(outdated.length, 'file') : isOne ? 'It' : 'They'
  return {
    message: [
      `${isOne ? 'The file is' : `${upgrades.length} files are`} upgraded to release ${to}.`,
      outdated.length > 0 &&
        `${which} ${outdated.length === 1 ? 'is' : 'are'} still checked for ${formatList(releases)}.`,
      'Save to keep the changes.',
    ]
      .filter(Boolean)
      .join(' '),
    ...(outdated.length > 0 && { release: to }),
  }
}

/** Formats the preparations and all changes as a page; changes that need attention come first. */
export function formatUpgradeNotes(
  { from, to, preparations, changes }: UpgradeResult,
  formatHeading = (title: string): string => title,
): { title: string; markdown: string } {
  const title = `Upgrade from ${from} to ${to}`
  const sections = [
    { heading: 'To read', part: changes.filter(({ isApplied }) => !isApplied) },
    { heading: 'Changed in the preview', part: changes.filter(({ isApplied }) => isApplied) },
  ].flatMap(({ heading, part }) =>
    part.length === 0
      ? []
      : [
          `## ${heading}`,
          ...part.map(({ title: name, detail }) => `### ${escapeMarkdown(name)}\n\n${detail}`),
        ],
  )
  const first = preparations.length > 0 ? ['## Before the upgrade', ...preparations] : []
  return { title, markdown: [`# ${formatHeading(title)}`, ...first, ...sections].join('\n\n') }
}
