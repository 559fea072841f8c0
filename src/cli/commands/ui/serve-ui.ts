import { getErrorMessage } from '../../../document/errors.js'
import { describeError, findStats, getErrorCode, readFileBytes } from '../../../project/disk.js'
import { locatePackageFile } from '../../../project/pages.js'
import { openProjectFor } from '../../project-flags.js'
import type { Streams } from '../../command.js'
import { UsageError } from '../../errors.js'
import { waitForEnd } from '../../wait-for-end.js'
import { formatCount } from '../../../document/words.js'
import type { UiOptions } from './flags.js'
import type { FileChoice } from './folder-board.js'
import { createFolderBoard } from './folder-board.js'
import { watchFolder } from './folder-changes.js'
import type { LocalFiles } from './local-files.js'
import { createLocalFiles } from './local-files.js'
import type { SiteFiles } from './site-archive.js'
import { siteArchive, unpackSite } from './site-archive.js'
import type { ServedFolder, UiServer } from './site-server.js'
import { startUiServer } from './site-server.js'

/** Serves the pages for a folder until a signal arrives. Returns the exit code. */
export async function serveUi(options: UiOptions, { out, err }: Streams): Promise<number> {
  const { args, port = 0, target } = options
  const [folder = '.', ...others] = args
  if (others.length > 0)
    throw new UsageError(`ui takes one folder; found ${args.map((arg) => `\`${arg}\``).join(', ')}`)
  const stats = findStats(folder)
  if (!stats) throw new UsageError(`no such folder: \`${folder}\``)
  if (!stats.isDirectory())
    throw new UsageError(`\`${folder}\` is a file; name the folder that it is in`)
  const site = readSite()
  const reportedTexts = new Set<string>()
  const errOnce = (text: string): void => {
    if (!reportedTexts.has(text)) err(text)
    reportedTexts.add(text)
  }
  const createFiles = ({ target: release = target, rule }: FileChoice = {}): LocalFiles =>
    createLocalFiles(folder, () =>
      openProjectFor(
        { ...options, target: release, ...(rule !== undefined && { select: [rule] }) },
        { err: errOnce },
      ),
    )
  const files = createFiles()
  const { length: fileCount } = await files.list()
  const changes = watchFolder(folder)
  const board = createFolderBoard(folder, { files, changes, createFiles })
  const { url, close } = await startServer(site, { files, board, changes }, port)
  const failure = await waitForEnd(async () => {
    err(
      `routerfile: ${formatCount(fileCount, 'router file')} in \`${folder}\`; press Ctrl-C to stop\n`,
    )
    out(`${url}\n`)
  })
  close()
  await changes.close()
  if (failure) throw failure
  return 0
}

function readSite(): SiteFiles {
  try {
    const archive = readArchive()
    if (archive) return unpackSite(archive)
  } catch (error) {
    throw new UsageError(
      `the pages in \`${siteArchive}\` cannot be read: ${getErrorMessage(error)}`,
    )
  }
  throw new UsageError(
    'this copy of routerfile has no pages to show; install the npm package, or run `npm run site` in a clone',
  )
}

/** Maximum size of the archive in bytes, larger than any archive of pages. */
const maxArchiveBytes = 2 ** 28

/**
 * Reads the archive of pages from the single executable, if that was built with the pages, or from a file of the
 * package. Undefined if there is no archive.
 */
function readArchive(): Uint8Array | undefined {
  const { isSea, getAsset } = process.getBuiltinModule('node:sea')
  if (!isSea()) {
    const path = locatePackageFile(siteArchive)
    return path === undefined ? undefined : readFileBytes(path, maxArchiveBytes)
  }
  try {
    return new Uint8Array(getAsset(siteArchive))
  } catch {
    return undefined
  }
}

async function startServer(site: SiteFiles, folder: ServedFolder, port: number): Promise<UiServer> {
  try {
    return await startUiServer(site, folder, port)
  } catch (error) {
    if (getErrorCode(error) === 'EADDRINUSE')
      throw new UsageError(`--port ${port}: another program uses this port; choose another one`)
    throw new UsageError(`cannot listen on 127.0.0.1: ${describeError(error)}`)
  }
}
