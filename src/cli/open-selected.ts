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

export type OpenedOuterFile = OuterFile & { options: LintFileOptions }

type OpenOptions = {
  streams: Streams
  /**
   * Whether files will be edited. If so, files with too little content to be recognized as router files are refused.
   */
  isEditing?: boolean
  /** Whether router files embedded in other files are opened, too. */
  opensParts?: boolean
}

const isOuter = (openedFile: OpenedFile | OpenedOuterFile): openedFile is OpenedOuterFile =>
  'parts' in openedFile

/**
 * Opens the selected files. `outerFiles` are files with router files in their strings; `refused` says why other files
 * were not opened.
 */
export async function openSelectedFiles(
  project: Project,
  options: SelectionOptions,
  { streams, isEditing = false, opensParts = false }: OpenOptions,
): Promise<{ files: OpenedFile[]; outerFiles: OpenedOuterFile[]; refused: string[] }> {
  const selectedFiles = await project.selectFiles(readSelection(options))
  const results: (OpenedFile | OpenedOuterFile | RefusedFile | undefined)[] = []
  for (const source of selectedFiles.sources) {
    const result = opensParts ? await openWithParts(source) : openSource(source)
    results.push(
      !result || !('text' in result)
        ? result
        : isEditing && result.isIncomplete
          ? refuseIncomplete(result)
          : { ...result, options: source.options },
    )
  }
  const openedFiles = results.filter((item) => item !== undefined && 'text' in item)
  const refused = reportMissingInputs(findMissingInputs(selectedFiles, results), {
    options,
    streams,
    selectedFiles,
    hasRouter: openedFiles.length > 0,
    isRequired: await project.requiresFiles(),
  })
  return {
    files: openedFiles.filter((item) => !isOuter(item)),
    outerFiles: openedFiles.filter(isOuter),
    refused,
  }
}
