import type { LintFileOptions } from '../project/settings.js'
import type { RefusedFile, RouterInput } from '../project/inputs.js'
import { openSource, refuseBegun } from '../project/inputs.js'
import type { Project } from '../project/project.js'
import { findMissingInputs } from '../project/select-files.js'
import type { Streams } from './command.js'
import type { SelectionOptions } from './project-flags.js'
import { readSelection, reportMissingInputs } from './project-flags.js'

export type OpenedFile = RouterInput & { options: LintFileOptions }

/**
 * Opens the router files that arguments and flags select. `refused` says why other files were not opened; the beginning
 * of a router file is refused if it would be edited.
 */
export async function openSelectedFiles(
  project: Project,
  options: SelectionOptions,
  { streams, isEditing = false }: { streams: Streams; isEditing?: boolean },
): Promise<{ files: OpenedFile[]; refused: string[] }> {
  const selected = await project.selectFiles(readSelection(options))
  const opened = selected.sources.map((source): OpenedFile | RefusedFile | undefined => {
    const read = openSource(source)
    if (!read || !('text' in read)) return read
    return isEditing && read.isIncomplete ? refuseBegun(read) : { ...read, options: source.options }
  })
  const files = opened.filter((item) => item !== undefined && 'text' in item)
  const refused = reportMissingInputs(findMissingInputs(selected, opened), {
    options,
    streams,
    selected,
    hasRouter: files.length > 0,
    isRequired: await project.requiresFiles(),
  })
  return { files, refused }
}
