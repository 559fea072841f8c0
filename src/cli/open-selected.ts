import type { LintFileOptions } from '../project/settings.js'
import type { RefusedFile, RouterInput } from '../project/inputs.js'
import { openSource, refuseIncomplete } from '../project/inputs.js'
import type { Project } from '../project/project.js'
import { findMissingInputs } from '../project/select-files.js'
import type { Streams } from './command.js'
import type { OuterFile } from './parts.js'
import { openWithParts } from './parts.js'
import type { SelectionOptions } from './project-flags.js'
import { readSelection, reportMissingInputs } from './project-flags.js'

export type OpenedFile = RouterInput & { options: LintFileOptions }

/** A file with router files in its strings, and the options of these. */
export type OpenedOuter = OuterFile & { options: LintFileOptions }

type OpenOptions = {
  streams: Streams
  /** Whether files will be edited: then a file that was only read in part is refused. */
  isEditing?: boolean
  /** Whether router files in the strings of other files are opened, too. */
  opensParts?: boolean
}

const isOuter = (opened: OpenedFile | OpenedOuter): opened is OpenedOuter => 'parts' in opened

/**
 * Opens the router files that arguments and flags select. `refused` says why other files were not opened; `outers` are
 * files with router files in their strings.
 */
export async function openSelectedFiles(
  project: Project,
  options: SelectionOptions,
  { streams, isEditing = false, opensParts = false }: OpenOptions,
): Promise<{ files: OpenedFile[]; outers: OpenedOuter[]; refused: string[] }> {
  const selected = await project.selectFiles(readSelection(options))
  const opened: (OpenedFile | OpenedOuter | RefusedFile | undefined)[] = []
  for (const source of selected.sources) {
    const read = opensParts ? await openWithParts(source) : openSource(source)
    opened.push(
      !read || !('text' in read)
        ? read
        : isEditing && read.isIncomplete
          ? refuseIncomplete(read)
          : { ...read, options: source.options },
    )
  }
  const found = opened.filter((item) => item !== undefined && 'text' in item)
  const refused = reportMissingInputs(findMissingInputs(selected, opened), {
    options,
    streams,
    selected,
    hasRouter: found.length > 0,
    isRequired: await project.requiresFiles(),
  })
  return {
    files: found.filter((item) => !isOuter(item)),
    outers: found.filter(isOuter),
    refused,
  }
}
