import type { Connection, Diagnostic } from 'vscode-languageserver'
import { findModel } from '../src/schema/model.js'
import { isConfiguration } from '../src/recognition/configuration.js'
import { recognize } from '../src/recognition/recognize.js'
import { countFindings } from './diagnostics.js'
import type { OpenDocument } from './documents.js'
import type { EmbeddedFiles } from './embedded-files.js'
import type { RouterFiles, OpenFileOptions, ReleaseSource } from './router-files.js'
import { findTemplateLanguage } from './router-files.js'

/**
 * The kind of an open text: a router file (even if incomplete), a file with embedded router files, a template of a
 * router file, a file of another known kind, or an unknown text.
 */
export type StatusKind = 'router' | 'parts' | 'template' | 'other' | 'unknown'

export type CheckedRelease = {
  release: string
  /** Where the release is set; missing for the default release. */
  releaseFrom?: ReleaseSource
  /** The setting of the editor, or the file and line, that sets the release. */
  releaseOrigin?: string
}

/** The notification `routerfile/status` about an open text; without a release if the text has no router file. */
export type Status = Partial<CheckedRelease> & {
  uri: string
  kind: StatusKind
  /** True for an incomplete router file, in which missing keys are not reported. */
  isBegun?: true
  /**
   * True if configuration files are not read: the editor setting `isolated` is on, as in a restricted workspace, or the
   * text is not a file on the machine, as in a browser.
   */
  isUnconfigured?: true
  /** The URIs of the config files and environment files that were read, in their saved state. */
  sources?: readonly string[]
  errors: number
  warnings: number
  infos: number
}

/** Reports the result of a check to a client that asked for it. */
export type StatusReporter = (document: OpenDocument, diagnostics: readonly Diagnostic[]) => void

type StatusDeps = {
  connection: Connection
  routerFiles: RouterFiles
  embeddedFiles: EmbeddedFiles
}

export function createStatusReporter(deps: StatusDeps): StatusReporter {
  const { connection, routerFiles } = deps
  return (document, diagnostics) => {
    const { uri } = document
    const kind = findKind(document, deps)
    const isChecked = kind === 'router' || kind === 'parts' || kind === 'template'
    const options = routerFiles.optionsFor(uri)
    const status: Status = {
      uri,
      kind,
      ...(routerFiles.get(document)?.kind === 'incomplete' && { isBegun: true }),
      ...(isChecked && {
        ...findCheckedRelease(options),
        ...(options.isUnconfigured && { isUnconfigured: true }),
        sources: options.sources,
      }),
      errors: countFindings(diagnostics, 'error'),
      warnings: countFindings(diagnostics, 'warning'),
      infos: countFindings(diagnostics, 'info'),
    }
    void connection.sendNotification('routerfile/status', status)
  }
}

/**
 * Finds the release that a file is checked for: the configured release or, if none is configured or it is unknown, the
 * default release.
 */
export const findCheckedRelease = ({
  options: { target },
  releaseFrom,
  releaseOrigin,
}: Pick<OpenFileOptions, 'options' | 'releaseFrom' | 'releaseOrigin'>): CheckedRelease => ({
  release: (findModel(target) ?? findModel(undefined))?.release ?? '',
  ...(releaseFrom && { releaseFrom }),
  ...(releaseOrigin !== undefined && { releaseOrigin }),
})

function findKind(
  document: OpenDocument,
  { routerFiles, embeddedFiles }: Pick<StatusDeps, 'routerFiles' | 'embeddedFiles'>,
): StatusKind {
  const { uri } = document
  if (routerFiles.get(document)) return 'router'
  const text = document.text()
  if (isConfiguration(uri, text) || routerFiles.optionsFor(uri).isExcluded) return 'other'
  if (findTemplateLanguage(document)) return 'template'
  if (embeddedFiles.list(document).length > 0) return 'parts'
  const recognition = recognize(text)
  return recognition.kind === 'other' && recognition.looksLike === undefined ? 'unknown' : 'other'
}
