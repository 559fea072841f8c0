import type { BoardFile } from '../../src/cli/commands/ui/messages.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'
import { sayLate } from '../shared/late.js'
import type { LocalFolder } from '../shared/local-folder.js'
import type { FileChange } from './changes-dialog.js'
import { openChangesDialog } from './changes-dialog.js'
import type { EditorFiles } from './editor-files.js'

/** The parts of the board that multi-file changes need. */
type ChangesOptions = {
  root: ShadowRoot
  folder: LocalFolder
  editorFiles: EditorFiles
  /** All files of the folder. */
  getFiles: () => readonly BoardFile[]
  /** The files that match the filter. */
  listShown: () => readonly BoardFile[]
  /** The release that overrides the configuration for all files; empty if none. */
  getRelease: () => string
  onSaved: () => Promise<void>
  announce: (message: string) => void
}

/** Edits of several files at once, with a preview before anything is written. */
export type Changes = {
  /** Fixes the files that match the filter, or only the findings of one rule in them. */
  fix: (rule: string | undefined) => void
  saveAll: () => void
}

export function createChanges({
  root,
  folder,
  editorFiles,
  getFiles,
  listShown,
  getRelease,
  onSaved,
  announce,
}: ChangesOptions): Changes {
  const listFixed = async (
    paths: readonly string[],
    rule: string | undefined,
    unsafe: boolean,
  ): Promise<FileChange[]> => {
    const unsaved = new Map(editorFiles.listUnsaved().map((file) => [file.path, file]))
    const release = getRelease()
    const changes: FileChange[] = []
    for (const path of paths) {
      const file = getFiles().find((other) => other.path === path)
      if (!file) continue
      const edited = unsaved.get(path)
      const disk = edited ? undefined : await folder.readFile(path)
      const fixed = await folder.fix({
        path,
        unsafe,
        // The text that belongs to `version`: another program may write the file at any time.
        text: edited?.text ?? disk?.text ?? '',
        ...(rule !== undefined && { rule }),
        ...(release !== '' && { release }),
      })
      if (fixed.count === 0) continue
      changes.push({
        path,
        name: file.name,
        before: edited?.saved ?? disk?.text ?? '',
        version: edited?.version ?? disk?.version ?? '',
        after: fixed.text,
        note: `${fixed.count === 1 ? '1 fix' : `${fixed.count} fixes`}${edited ? ', with your unsaved edits' : ''}`,
      })
    }
    return changes
  }
  const save = async (chosen: readonly FileChange[]): Promise<string> => {
    const refused: string[] = []
    for (const { path, after, version, name } of chosen)
      await editorFiles.write(path, after, version).catch((error: unknown) => {
        refused.push(`${name}: ${getErrorMessage(error)}`)
      })
    await onSaved()
    const saved = chosen.length - refused.length
    return [`${formatCount(saved, 'file')} saved.`, ...refused].join(' ')
  }
  const fix = (rule: string | undefined): void => {
    const paths = listShown()
      .filter(({ findings }) =>
        findings.some((finding) => finding.fix && (rule ?? finding.rule) === finding.rule),
      )
      .map(({ path }) => path)
    const isFiltered = countFindings(listShown()) < countFindings(getFiles())
    const where = isFiltered ? 'the files that the filter shows' : 'the folder'
    const endWait = sayLate(() => announce('Reading what fixes change …'))
    listFixed(paths, rule, false)
      .finally(endWait)
      .then(
        (changes) => {
          announce('')
          openChangesDialog({
            root,
            title: `${rule === undefined ? 'All fixes' : `Fixes of ${rule}`} in ${where}`,
            choice: {
              label: 'Also fixes that change what routers do (unsafe)',
              change: (unsafe) => listFixed(paths, rule, unsafe),
            },
            changes,
            empty:
              'There are no safe fixes. Others change what routers do: tick the box to see them.',
            save,
            announce,
          })
        },
        (error: unknown) => announce(getErrorMessage(error)),
      )
  }
  const saveAll = (): void => {
    const names = new Map(getFiles().map(({ path, name }) => [path, name]))
    openChangesDialog({
      root,
      title: 'Unsaved files',
      changes: editorFiles.listUnsaved().map(({ path, text, version, saved, isOther }) => ({
        path,
        name: names.get(path) ?? path,
        before: saved,
        version,
        after: text,
        note: isOther ? 'Edited here; it does not look like a router file' : 'Edited here',
      })),
      empty: 'Everything is saved.',
      save,
      announce,
    })
  }
  return { fix, saveAll }
}

const countFindings = (files: readonly BoardFile[]): number =>
  files.reduce((sum, { findings }) => sum + findings.length, 0)
