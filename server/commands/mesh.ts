import { isRecord } from '../../src/document/record.js'
import type { Options } from '../../src/lint/lint.js'
import { inspect } from '../../src/lint/lint.js'
import type { LintHost } from '../../src/lint/host.js'
import { hideSecretsInMesh } from '../../src/mesh/hide-secrets.js'
import { nameRouters, createMeshRouter } from '../../src/mesh/router.js'
import { findParts, collectMesh, predictLargeMesh } from '../../src/mesh/predict.js'
import type { MeshRouter } from '../../src/mesh/router.js'
import { recognize } from '../../src/recognition/recognize.js'
import { yieldToClient } from '../client.js'
import { defineCommand } from '../command.js'
import { createRefusal } from '../feature.js'
import type { Session } from '../session.js'
import { listOpenRouterFiles } from '../workspace.js'
import { decodePath, formatDisplayPath } from '../documents.js'

/** The file of a router, with the options to read it with. */
type MeshSource = { text: string; options: Options } & (
  { name: string } | { uri: string; path: string; host: LintHost | undefined }
)

/** Why some routers link with each other grows with the square of their number, and so does the answer. */
const maxRouters = 1000

/** Files that are read before messages of the client get their turn. */
const filesPerTurn = 16

/**
 * Which routers link with each other, as `routerfile mesh --format json` prints it.
 *
 * Parameters: `{ files: [{ name, text }] }`, whose names may be paths; those that are not router files are left out. Without it, the router files of the workspace, those that are open as they
 * are in the editor. Result: `{ routers, links, missing, parts }`; routers of the workspace have `uri`.
 */
export const mesh = defineCommand({
  name: 'routerfile.mesh',
  takes: ['options?'],
  run: async ({ parameters, session }) => {
    const { files } = parameters.has(0) ? parameters.record(0, 'a map with `files`') : {}
    const sources = files === undefined ? await listWorkspaceFiles(session) : readFiles(files)
    if (sources.length > maxRouters)
      throw createRefusal(
        `${sources.length} router files are too many for one network; the limit is ${maxRouters}`,
      )
    const routers = await createRouters(sources)
    const predicted = collectMesh(
      hideSecretsInMesh(
        predictLargeMesh(routers.map(({ router }) => router)),
        sources.map(({ text, options }) => ({ text, environment: options.env })),
      ),
    )
    const uris = new Map(routers.map(({ router, uri }) => [router.name, uri]))
    return {
      ...predicted,
      routers: predicted.routers.map((router) => {
        const uri = uris.get(router.name)
        return { ...router, ...(uri !== undefined && { uri }) }
      }),
      parts: findParts(predicted),
    }
  },
})

function readFiles(files: unknown): MeshSource[] {
  if (!Array.isArray(files)) throw createRefusal('`files` must be a list of `{ name, text }`')
  const read = files.map((file: unknown): MeshSource => {
    const { name, text } = isRecord(file) ? file : {}
    if (typeof name !== 'string' || name === '' || typeof text !== 'string')
      throw createRefusal('each of `files` must have a `name` and a `text`')
    return { name, text, options: {} }
  })
  const names = read.map((file) => ('name' in file ? file.name : ''))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw createRefusal(`two entries of \`files\` have the name \`${twice}\``)
  return read.filter(({ text }) => recognize(text, { claim: 'declared' }).kind !== 'other')
}

/** The router files that are open, and those of the folders. */
async function listWorkspaceFiles(session: Session): Promise<MeshSource[]> {
  const { machine, folders, documentCache, workspaceFiles, scan } = session
  await scan()
  const describe = (uri: string, text: string): MeshSource => ({
    uri,
    path: formatDisplayPath(uri, folders),
    text,
    options: documentCache.optionsFor(uri).options,
    host: documentCache.hostFor(uri),
  })
  const open = listOpenRouterFiles(session).map(({ uri, view }) => describe(uri, view.text))
  const closed = workspaceFiles.all().flatMap(({ uri, path }) => {
    const text = machine?.read(path)
    return text === undefined ? [] : [describe(uri, text)]
  })
  return [...open, ...closed]
}

async function createRouters(
  sources: readonly MeshSource[],
): Promise<{ router: MeshRouter; uri?: string }[]> {
  const names = nameRouters(
    sources.map((source) =>
      'uri' in source
        ? { path: decodePath(source.uri), displayPath: source.path }
        : { path: source.name, displayPath: source.name },
    ),
  )
  const routers: { router: MeshRouter; uri?: string }[] = []
  for (const [index, source] of sources.entries()) {
    if (index % filesPerTurn === 0) await yieldToClient()
    const { text, options } = source
    if ('name' in source) {
      const isPath = /\.(?:ya?ml|json)$/i.test(source.name)
      const facts = isPath
        ? { name: names[index] ?? source.name, file: source.name }
        : { name: source.name }
      routers.push({ router: createMeshRouter(inspect(text, options), facts) })
    } else {
      const { uri, path, host } = source
      const facts = { name: names[index] ?? path, file: path, host }
      routers.push({ router: createMeshRouter(inspect(text, options, { host }), facts), uri })
    }
  }
  return routers
}
