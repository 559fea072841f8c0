import { isRecord } from '../../src/document/record.js'
import type { Options } from '../../src/lint/lint.js'
import { inspect } from '../../src/lint/lint.js'
import type { LintHost } from '../../src/lint/host.js'
import { hideSecretsInMesh } from '../../src/mesh/hide-secrets.js'
import { nameRouters, createMeshRouter } from '../../src/mesh/router.js'
import { limitMesh } from '../../src/mesh/limit.js'
import { findParts, collectMesh, predictLargeMesh } from '../../src/mesh/predict.js'
import type { PredictedLink } from '../../src/mesh/predict.js'
import type { MeshRouter, RouterPath } from '../../src/mesh/router.js'
import { toEmbeddedPaths } from '../../src/embedded/embedded-file.js'
import { isRouterFile, recognize } from '../../src/recognition/recognize.js'
import { filesPerTurn, yieldToClient } from '../client.js'
import { defineCommand, getWorkspaceOptions } from '../command.js'
import { createRefusal, loadCode } from '../feature.js'
import type { OpenEmbeddedFile } from '../embedded-files.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import {
  identifyRouterFile,
  listClosedRouterFiles,
  listOpenEmbeddedFiles,
  listOpenRouterFiles,
} from '../workspace.js'
import { decodeUri, formatDisplayPath } from '../documents.js'

type MeshSource = RouterPath & {
  text: string
  options: Options
  /** The URI of the file; absent for a text that the client has sent as a parameter. */
  uri?: string
  /** Identifies the router file in the workspace (see `identifyRouterFile`); absent for a text from the client. */
  id?: string
  host?: LintHost | undefined
}

/**
 * Maximum number of router files: the number of possible links, and so the size of the answer, grows with the square of
 * this number.
 */
const maxRouters = 1000

const tooManyRouters = `more than ${maxRouters} router files are too many for one network`

/**
 * Predicts the links between routers, as `routerfile mesh --format json` prints them.
 *
 * Parameters: `{ files: [{ name, text }], disabled: [name] }`. Each `name` may be a path; files that neither are router
 * files nor contain any are left out. Without `files`: the router files of the workspace, including those in strings,
 * with unsaved changes. `disabled` names routers that the controller rejects. Result: `{ routers, links, missing, parts
 * }`, in a large network with `unlisted`; routers of the workspace have `uri`.
 */
export const mesh = defineCommand({
  name: 'routerfile.mesh',
  takes: ['options?'],
  run: async ({ parameters, session }) => {
    const { files, disabled: disabledNames = [] } = parameters.has(0)
      ? parameters.record(0, 'a map with `files`')
      : {}
    if (!isNameList(disabledNames)) throw createRefusal('`disabled` must be a list of names')
    const sources =
      files === undefined ? await listWorkspaceFiles(session) : await readFiles(files, session)
    if (!sources || sources.length > maxRouters) throw createRefusal(tooManyRouters)
    const routers = await createRouters(sources, new Set(disabledNames))
    const predictedMesh = hideSecretsInMesh(
      predictLargeMesh(routers.map(({ router }) => router)),
      sources.map(({ text, options }) => ({ text, environment: options.env })),
    )
    // Each of these steps takes long in a large network, and the user may be typing.
    await yieldToClient()
    const mesh = limitMesh(predictedMesh)
    await yieldToClient()
    const collectedMesh = collectMesh(mesh)
    await yieldToClient()
    const parts = findParts({ routers: mesh.routers, links: mesh.outlines })
    const uris = new Map(routers.map(({ router, uri }) => [router.name, uri]))
    return {
      ...collectedMesh,
      routers: collectedMesh.routers.map((router) => {
        const uri = uris.get(router.name)
        return { ...router, ...(uri !== undefined && { uri }) }
      }),
      parts,
      ...(mesh.unlisted && { unlisted: mesh.unlisted }),
    }
  },
})

/**
 * Predicts the links between the router files of the workspace, with the id of each file (see `identifyRouterFile`) by
 * the name of its router. If there are more than `maxRouters` files, both are empty and the user is told.
 */
async function predictWorkspace(session: Session): Promise<{
  links: readonly PredictedLink[]
  ids: ReadonlyMap<string, string | undefined>
}> {
  const sources = await listWorkspaceFiles(session)
  if (!sources) {
    session.showMessage(tooManyRouters)
    return { links: [], ids: new Map() }
  }
  const routers = await createRouters(sources, new Set())
  const mesh = hideSecretsInMesh(
    predictLargeMesh(routers.map(({ router }) => router)),
    sources.map(({ text, options }) => ({ text, environment: options.env })),
  )
  return {
    links: [...mesh.links],
    ids: new Map(routers.map(({ router }, index) => [router.name, sources[index]?.id])),
  }
}

/** A router at the other end of links, and the addresses that are dialed for these links. */
type LinkedRouter = { file: OpenRouterFile; addresses: readonly string[] }

/** Finds a router file by the id that `identifyRouterFile` gave it. */
type FindFile = (id: string | undefined) => OpenRouterFile | undefined

/**
 * Finds the routers that a router dials (`to`), or that dial it (`from`), according to the files of the workspace. `id`
 * is the id that `identifyRouterFile` gave to the file of the router.
 */
export async function findLinkedRouters(
  id: string,
  session: Session,
  end: 'from' | 'to',
): Promise<{ routers: LinkedRouter[]; find: FindFile }> {
  const { links, ids } = await predictWorkspace(session)
  const find = createFileFinder(session)
  const ownEnd = end === 'from' ? 'to' : 'from'
  const dials = links
    .flatMap((link) => link.links.flatMap((one) => one.dials))
    .filter((dial) => ids.get(dial[ownEnd]) === id)
  const routers = [...new Set(dials.map((dial) => dial[end]))].flatMap((name): LinkedRouter[] => {
    const file = find(ids.get(name))
    const addresses = dials.flatMap((dial) => (dial[end] === name ? (dial.address ?? []) : []))
    return file ? [{ file, addresses: [...new Set(addresses)] }] : []
  })
  return { routers, find }
}

/** Creates a function that analyzes a closed file only once, when its id is first requested. */
function createFileFinder(session: Session): FindFile {
  const { workspaceFiles, embeddedFiles } = session
  const closedFiles = new Map(workspaceFiles.all().map((file) => [file.uri, file]))
  const holders = new Map(workspaceFiles.holders().map((holder) => [holder.uri, holder]))
  const files = new Map<string, OpenRouterFile>()
  const add = (file: OpenRouterFile | OpenEmbeddedFile): void =>
    void files.set(identifyRouterFile(file), file)
  for (const file of [...listOpenRouterFiles(session), ...listOpenEmbeddedFiles(session)]) add(file)
  return (id = '') => {
    // In the URI of a closed file, `#` is encoded, so the first `#` of an id ends the URI.
    const [uri = ''] = id.split('#')
    const closedFile = closedFiles.get(uri)
    const file = closedFile && workspaceFiles.inspect(closedFile)
    if (file) add(file)
    const holder = holders.get(uri)
    for (const part of holder ? embeddedFiles.list(holder) : []) add(part)
    closedFiles.delete(uri)
    holders.delete(uri)
    return files.get(id)
  }
}

const isNameList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

async function readFiles(files: unknown, session: Session): Promise<MeshSource[]> {
  if (!Array.isArray(files)) throw createRefusal('`files` must be a list of `{ name, text }`')
  const entries = files.map((file: unknown) => {
    const { name, text } = isRecord(file) ? file : {}
    if (typeof name !== 'string' || name === '' || typeof text !== 'string')
      throw createRefusal('each of `files` must have a `name` and a `text`')
    return { name, text }
  })
  const names = entries.map(({ name }) => name)
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName !== undefined)
    throw createRefusal(`two entries of \`files\` have the name \`${duplicateName}\``)
  const { listRouterTexts } = await loadCode(import('../../src/embedded/router-texts.js'))
  const { target } = getWorkspaceOptions(session)
  const options = target === undefined ? {} : { target }
  return entries.flatMap(({ name, text }): MeshSource[] =>
    recognize(text, { claim: 'declared' }).kind === 'other'
      ? listRouterTexts({ name, text }, isRouterFile).map((part) => ({ ...part, options }))
      : [{ path: name, displayPath: name, text, options }],
  )
}

/**
 * Lists the router files that are open or in the workspace folders, including those in strings of other files;
 * undefined if there are more than `maxRouters`. Does not analyze closed files.
 */
async function listWorkspaceFiles(session: Session): Promise<MeshSource[] | undefined> {
  const { machine, folders, routerFiles, embeddedFiles, workspaceFiles, scan } = session
  await scan()
  const openFiles = listOpenRouterFiles(session)
  const openParts = listOpenEmbeddedFiles(session)
  const closedFiles = listClosedRouterFiles(session)
  const holders = workspaceFiles.holders()
  // Each holder, a closed file with router files in its strings, contains at least one router file, so it counts as
  // one.
  const counts = [openFiles, openParts, closedFiles, holders].map(({ length }) => length)
  if (counts.reduce((sum, count) => sum + count) > maxRouters) return undefined
  const createSource = (uri: string, text: string): MeshSource => ({
    uri,
    id: uri,
    path: decodeUri(uri),
    displayPath: formatDisplayPath(uri, folders),
    text,
    options: routerFiles.optionsFor(uri).options,
    host: routerFiles.hostFor(uri),
  })
  const createPartSource = ({
    uri,
    file,
    options,
  }: Pick<OpenEmbeddedFile, 'uri' | 'file' | 'options'>): MeshSource => ({
    uri,
    id: identifyRouterFile({ uri, file }),
    ...toEmbeddedPaths(formatDisplayPath(uri, folders), file),
    text: file.text,
    options,
  })
  const sources = [
    ...openFiles.map(({ uri, view }) => createSource(uri, view.text)),
    ...closedFiles.flatMap(({ uri, path }) => {
      const text = machine?.readText(path)
      return text === undefined ? [] : [createSource(uri, text)]
    }),
    ...openParts.map(createPartSource),
  ]
  for (const [index, holder] of holders.entries()) {
    if (index % filesPerTurn === 0) await yieldToClient()
    const { uri } = holder
    const { options } = routerFiles.optionsFor(uri)
    for (const file of embeddedFiles.find(holder))
      sources.push(createPartSource({ uri, file, options }))
    if (sources.length > maxRouters) return undefined
  }
  return sources
}

async function createRouters(
  sources: readonly MeshSource[],
  disabledNames: ReadonlySet<string>,
): Promise<{ router: MeshRouter; uri?: string }[]> {
  const names = nameRouters(sources)
  const routers: { router: MeshRouter; uri?: string }[] = []
  for (const [index, { text, options, uri, host, path, displayPath }] of sources.entries()) {
    if (index % filesPerTurn === 0) await yieldToClient()
    const isFromFile = uri !== undefined || displayPath !== path || /\.(?:ya?ml|json)$/i.test(path)
    const facts = isFromFile
      ? { name: names[index] ?? displayPath, file: displayPath, host }
      : { name: displayPath, host }
    const router = createMeshRouter(inspect(text, options, { host }), {
      ...facts,
      isDisabled: disabledNames.has(facts.name),
    })
    routers.push({ router, ...(uri !== undefined && { uri }) })
  }
  return routers
}
