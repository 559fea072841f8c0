import type {
  CancellationToken,
  Position,
  ProtocolRequestType,
  Range,
  ServerCapabilities,
} from 'vscode-languageserver'
import { describeFailure, describeFailureWithStack } from '../src/document/failure.js'
import { toRecord } from '../src/document/record.js'
import { ErrorCodes, LSPErrorCodes, ResponseError } from './protocol.js'
import { throwIfCancelled, waitUnlessCancelled } from './cancellation.js'
import type { LspClient } from './client.js'
import { yieldToClient } from './client.js'
import type { OpenConfiguration } from './configurations.js'
import { openConfiguration } from './configurations.js'
import type { OpenDocument } from './documents.js'
import type { OpenEmbeddedFile } from './embedded-files.js'
import type { OpenRouterFile } from './router-files.js'
import type { Session } from './session.js'
import type { OpenTemplate } from './template-files.js'

/** A request that the server answers. Each file of `features/` defines one, or a few that belong together. */
export type Feature = {
  method: string
  getCapability: (client: LspClient) => Capability
  register: (session: Session) => void
}

type Capability = Partial<ServerCapabilities>

/** The announced capability; it may depend on the client. */
type AnnouncedCapability = Capability | ((client: LspClient) => Capability)

/** A request type of the protocol. Features do not use its types for partial results, errors and registration. */
type RequestType<Params, Result> = ProtocolRequestType<Params, Result, unknown, unknown, unknown>

type RequestOptions<Params, Result> = {
  method: RequestType<Params, Result>
  /** Absent if another feature announces it. */
  capability?: AnnouncedCapability
}

export type FileRequest<Params> = { file: OpenRouterFile; params: Params; session: Session }

export type TemplateRequest<Params> = {
  template: OpenTemplate
  file: OpenRouterFile | undefined
  params: Params
  session: Session
}

/** A request about an open routerfile config file. */
type ConfigurationRequest<Params> = {
  configuration: OpenConfiguration
  params: Params
  session: Session
}

type FeatureOptions<Params, Result, Place> = RequestOptions<Params, Result> & {
  /** The answer for documents that the feature does not support. */
  empty: Result
  /** Whether the feature also works inside a router file that is a string of another file. */
  readsEmbedded?: boolean
  /**
   * Set if the answer depends on the router files of the workspace folders. `scanned`: the request waits for a running
   * scan. `complete`, for answers that would be wrong if a file were missing: the request also waits for another scan
   * if some files were not read, or if the client does not watch files.
   */
  readsFolders?: 'scanned' | 'complete'
  /** Whether to answer even if the text has changed since the request, as for completions, which editors filter. */
  allowsOutdatedText?: boolean
  handle: (request: FileRequest<Params> & Place) => Result
  /** Handles a request about a whole file that has router files in its strings. */
  handleEmbedded?: (request: {
    files: readonly OpenEmbeddedFile[]
    document: OpenDocument
    params: Params
    session: Session
  }) => Result
  /**
   * Handles the request in a template; `file` is the router file at the position, if necessary with masked tags. If the
   * result is undefined, the request is handled as in any other file.
   */
  handleTemplate?: (request: TemplateRequest<Params>) => Result | undefined
  /** Handles the request in a file of another kind; without it, the answer is empty. */
  handleText?: (request: { document: OpenDocument; params: Params; session: Session }) => Result
  /** Handles the request in a routerfile config file; without it, such a file is treated as a file of another kind. */
  handleConfiguration?: (request: ConfigurationRequest<Params> & Place) => Result
}

type TextParams = { textDocument: { uri: string } }

/**
 * Requests in longer config files get the empty answer: each request parses the whole text, and nobody writes config
 * files of that length.
 */
const maxConfigurationLength = 100_000

/**
 * Defines a feature of a document. If the text changes before the request is handled, the request is refused, because
 * its answer would be outdated, unless the feature allows that.
 */
export const defineFeature = <Params extends TextParams, Result>({
  method,
  capability,
  empty,
  readsEmbedded,
  readsFolders,
  allowsOutdatedText = false,
  handle,
  handleEmbedded,
  handleTemplate,
  handleText,
  handleConfiguration,
}: FeatureOptions<Params, Result, object>): Feature =>
  createFeature(method, capability, async (session, params, token) => {
    const { documents, routerFiles, embeddedFiles, templateFiles } = session
    const uri = getDocumentUri(params)
    const requestedDocument = documents.get(uri)
    await waitForTurn(session, token)
    if (readsFolders) await session.changes.whenSettled(token)
    if (
      readsFolders === 'complete' &&
      !(session.client.watchesFiles && session.workspaceFiles.isComplete())
    )
      await waitUnlessCancelled(session.scan(), token)
    const document = documents.get(uri)
    if (document !== requestedDocument && !allowsOutdatedText)
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the text changed')
    const configuration =
      document && handleConfiguration && openConfiguration(document, session.client)
    if (configuration)
      return configuration.content.text.length > maxConfigurationLength
        ? empty
        : handleConfiguration({ configuration, params, session })
    const routerFile = document && routerFiles.get(document)
    const mayBeEmbedded = readsEmbedded && document && !routerFile
    const file = (mayBeEmbedded && embeddedFiles.findAt(document, getPlace(params))) || routerFile
    const template = document && handleTemplate ? templateFiles.get(document) : undefined
    const answer =
      template &&
      handleTemplate?.({
        template,
        file: file ?? template.findFile(getPlace(params)),
        params,
        session,
      })
    if (answer !== undefined) return answer
    if (file) return handle({ file, params, session })
    const files = document && handleEmbedded ? embeddedFiles.list(document) : []
    if (document && handleEmbedded && files.length > 0)
      return handleEmbedded({ files, document, params, session })
    return (document && handleText?.({ document, params, session })) ?? empty
  })

/** Creates a function that defines features for requests about a part of a file, such as a position or a range. */
const defineFeatureAt =
  <Least extends TextParams, Place extends object>(
    findPlace: (convert: OpenRouterFile['convert'], params: Least) => Place,
  ) =>
  <Params extends Least, Result>({
    handle,
    handleConfiguration,
    ...options
  }: FeatureOptions<Params, Result, Place>): Feature =>
    defineFeature<Params, Result>({
      ...options,
      handle: (request) =>
        handle({ ...request, ...findPlace(request.file.convert, request.params) }),
      ...(handleConfiguration && {
        handleConfiguration: (request) =>
          handleConfiguration({
            ...request,
            ...findPlace(request.configuration.convert, request.params),
          }),
      }),
    })

export const definePositionFeature = defineFeatureAt(
  (convert, { position }: TextParams & { position: Position }) => ({
    offset: convert.offset(position),
  }),
)

export const defineRangeFeature = defineFeatureAt(
  (convert, { range }: TextParams & { range: Range }) => ({ span: convert.span(range) }),
)

/** Defines a feature that is not about a single router file, such as a search in the folders. */
export const defineWorkspaceFeature = <Params, Result>({
  method,
  capability,
  handle,
}: RequestOptions<Params, Result> & {
  handle: (request: {
    params: Params
    session: Session
    token: CancellationToken
  }) => Result | Promise<Result>
}): Feature =>
  createFeature(method, capability, async (session, params, token) => {
    await waitForTurn(session, token)
    return handle({ params, session, token })
  })

/** Creates a feature whose errors are logged and fail only the request, while the server continues. */
function createFeature<Params, Result>(
  { method }: RequestType<Params, Result>,
  capability: AnnouncedCapability = {},
  answer: (session: Session, params: Params, token: CancellationToken) => Promise<Result>,
): Feature {
  return {
    method,
    getCapability: (client) => (typeof capability === 'function' ? capability(client) : capability),
    register: (session) => {
      const handle = async (params: Params, token: CancellationToken): Promise<unknown> => {
        try {
          return await answer(session, params, token)
        } catch (error) {
          if (error instanceof ResponseError) throw error
          session.connection.console.error(`${method}: ${describeFailureWithStack(error)}`)
          throw new ResponseError(ErrorCodes.InternalError, describeFailure(error))
        } finally {
          session.noteWork()
        }
      }
      session.connection.onRequest(method, handle)
    },
  }
}

/** Waits for settings, and lets newer messages run first; throws if one of them cancelled this request. */
async function waitForTurn(
  { whenReady }: Pick<Session, 'whenReady'>,
  token: CancellationToken,
): Promise<void> {
  await whenReady()
  await yieldToClient()
  throwIfCancelled(token)
}

/**
 * Returns the range that a request is about, or its position as an empty range; undefined if the request is about a
 * whole document.
 */
function getPlace(params: TextParams & { position?: Position; range?: Range }): Range | undefined {
  const { position, range } = params
  return range ?? (position && { start: position, end: position })
}

/** Returns the URI of the text that a request is about; throws a refusal if it has none. */
function getDocumentUri(params: unknown): string {
  const { uri } = toRecord(toRecord(params)['textDocument'])
  if (typeof uri !== 'string')
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      '`textDocument.uri` is missing; it must be the URI of a document',
    )
  return uri
}

export const createRefusal = (reason: string): ResponseError =>
  new ResponseError(LSPErrorCodes.RequestFailed, reason)

/** Waits for code that is loaded on first use. The file is missing if the package was updated while the server runs. */
export const loadCode = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((error: unknown) => {
    const isMissing =
      error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND')
    throw isMissing ? createRefusal('routerfile was updated; restart the language server') : error
  })
