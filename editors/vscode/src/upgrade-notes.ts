import { formatCount } from '../../../src/document/words.js'
import type { UpgradeView } from './server-commands.js'

/** One sentence on how much an upgrade changes, and what is left to the user. */
export function countUpgradeChanges({ from, to, changes }: UpgradeView): string {
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

/** A file of a folder that is upgraded, by its path. */
export type UpgradedFile = { file: string; upgrade: UpgradeView }

/** One sentence on how many files an upgrade changes, and what is left to the user. */
export function countUpgradedFiles(files: readonly UpgradedFile[], changed: number): string {
  const open = files
    .flatMap(({ upgrade }) => upgrade.changes)
    .filter(({ isApplied }) => !isApplied).length
  return [
    changed === 0
      ? `The upgrade changes none of ${formatCount(files.length, 'file')}.`
      : `The upgrade changes ${changed} of ${formatCount(files.length, 'file')}.`,
    open > 0 && `The routers behave differently in ${formatCount(open, 'way')}; read the notes.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The changes of several files as a page. */
export const formatFolderNotes = (
  files: readonly UpgradedFile[],
): { title: string; markdown: string } => ({
  title: 'Upgrade notes',
  markdown: files
    .map(({ file, upgrade }) => {
      const { title, markdown } = formatUpgradeNotes(upgrade)
      return markdown.replace(`# ${title}`, `# ${file}: ${title.toLowerCase()}`)
    })
    .join('\n\n'),
})

/** What to do before, and all changes as a page, those that need attention first. */
export function formatUpgradeNotes({ from, to, preparations, changes }: UpgradeView): {
  title: string
  markdown: string
} {
  const title = `Upgrade from ${from} to ${to}`
  const sections = [
    { heading: 'To read', part: changes.filter(({ isApplied }) => !isApplied) },
    { heading: 'Changed in the preview', part: changes.filter(({ isApplied }) => isApplied) },
  ].flatMap(({ heading, part }) =>
    part.length === 0
      ? []
      : [`## ${heading}`, ...part.map(({ title: name, detail }) => `### ${name}\n\n${detail}`)],
  )
  const first = preparations.length > 0 ? ['## Before the upgrade', ...preparations] : []
  return { title, markdown: [`# ${title}`, ...first, ...sections].join('\n\n') }
}
