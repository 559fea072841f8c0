import type { CancellationToken, Connection, ProtocolRequestType } from 'vscode-languageserver'
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver'
import { toRecord } from '../src/document/record.js'
import type { Documents } from './documents.js'
import { yieldToClient } from './client.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'

type TextRequest = { textDocument: { uri: string } }

/**
 * Registers what answers a request about a text. A text that is no router file has the empty answer, and so has the
 * beginning of one, unless the answer helps to write it: nobody knows yet what becomes of it.
 */
export type RegisterRequest = <Params extends TextRequest, Result, Partial, Failure, Options>(
  type: ProtocolRequestType<Params, Result, Partial, Failure, Options>,
  empty: Result,
  answer: (seen: OpenRouterFile, params: Params) => Result,
  helps?: 'helps-beginning',
) => void

type RequestDeps = {
  connection: Connection
  documents: Documents
  seeing: DocumentCache
  ready: () => Promise<void>
}

/** A request that cannot be met, with the reason in a sentence. */
export const createRefusal = (reason: string): ResponseError =>
  new ResponseError(LSPErrorCodes.RequestFailed, reason)

/**
 * What is newer goes first: a request that was cancelled meanwhile, or whose text changed, is not worked on. What
 * throws is an error of this one request, and the server lives on.
 */
export function createRequestRegistrar({
  connection,
  documents,
  seeing,
  ready,
}: RequestDeps): RegisterRequest {
  return <Params extends TextRequest, Result, Partial, Failure, Options>(
    type: ProtocolRequestType<Params, Result, Partial, Failure, Options>,
    empty: Result,
    answer: (seen: OpenRouterFile, params: Params) => Result,
    helps?: 'helps-beginning',
  ) => {
    const handle = async (params: Params, token: CancellationToken): Promise<Result> => {
      const uri = getDocumentUri(params)
      const document = documents.get(uri)
      await ready()
      await yieldToClient()
      throwIfCancelled(token)
      if (documents.get(uri) !== document)
        throw new ResponseError(LSPErrorCodes.ContentModified, 'the text changed')
      const seen = document && seeing.get(document)
      return seen && (seen.kind === 'router' || helps) ? answer(seen, params) : empty
    }
    connection.onRequest(type.method, handle)
  }
}

/** The address of the text that a request is about; throws a refusal where it has none. */
function getDocumentUri(params: unknown): string {
  const { uri } = toRecord(toRecord(params)['textDocument'])
  if (typeof uri !== 'string')
    throw new ResponseError(
      ErrorCodes.InvalidParams,
      '`textDocument.uri` is missing, must be the address of a text',
    )
  return uri
}

/** Ends a request that was cancelled. */
export function throwIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested)
    throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled')
}
