import type { WorkspaceEdit } from 'vscode-languageserver'
import { hasMoreValues } from '../src/document/document.js'
import { isRecord } from '../src/document/record.js'
import type { Options } from '../src/lint/lint.js'
import { ErrorCodes, ResponseError } from './protocol.js'
import { createRefusal } from './feature.js'
import type { OpenEmbeddedFile } from './embedded-files.js'
import type { OpenRouterFile } from './router-files.js'
import type { Session } from './session.js'
import type { Folders, OpenDocument } from './documents.js'
import { formatDisplayPath } from './documents.js'

/** A request to run a command (`workspace/executeCommand`). */
export type CommandRequest = { parameters: Parameters; session: Session }

/**
 * A command that editors can bind to keys and menus. Each command is defined in a file in `commands`; `npm run derive`
 * lists these files in `generated/server-commands.ts`. The result of a command is plain JSON. A command that cannot run
 * throws a refusal: an error whose message is meant for users.
 */
export type ServerCommand<Result = unknown> = {
  name: `routerfile.${string}`
  /** The names of the parameters in order, as the documentation shows them. */
  takes: readonly string[]
  run: (request: CommandRequest) => Result | Promise<Result>
}

export type ResultOf<Command> = Command extends ServerCommand<infer Result> ? Result : never

/** Returns the command unchanged, and infers the type of its result. */
export const defineCommand = <Result>(command: ServerCommand<Result>): ServerCommand<Result> =>
  command

/**
 * Reads the parameters of a command by index. If a parameter has the wrong type, throws a refusal that says what is
 * `expected`.
 */
export type Parameters = {
  all: readonly unknown[]
  /** Whether a parameter is present and not null. */
  has: (index: number) => boolean
  text: (index: number, expected: string) => string
  /** The URI of a file, which is the first parameter. */
  uri: () => string
  /** Like `text`, but accepts an empty string. */
  possiblyEmptyText: (index: number, expected: string) => string
  /** Like `text`, but undefined if the parameter is missing or null. */
  optionalText: (index: number, expected: string) => string | undefined
  record: (index: number, expected: string) => Readonly<Record<string, unknown>>
}

export function readParameters(
  all: readonly unknown[],
  { name, takes }: Pick<ServerCommand, 'name' | 'takes'>,
): Parameters {
  const refuse = (index: number, expected: string): ResponseError =>
    new ResponseError(
      ErrorCodes.InvalidParams,
      `${name}: parameter ${index + 1} (${takes[index] ?? ''}) must be ${expected}`,
    )
  const text: Parameters['text'] = (index, expected) => {
    const value = all[index]
    if (typeof value !== 'string' || value === '') throw refuse(index, expected)
    return value
  }
  const has = (index: number): boolean => all[index] !== undefined && all[index] !== null
  return {
    all,
    has,
    text,
    uri: () => text(0, 'the address of a file, such as `file:///sites/router.yml`'),
    possiblyEmptyText: (index, expected) => {
      const value = all[index]
      if (typeof value !== 'string') throw refuse(index, expected)
      return value
    },
    optionalText: (index, expected) => (has(index) ? text(index, expected) : undefined),
    record: (index, expected) => {
      const value = all[index]
      if (!isRecord(value)) throw refuse(index, expected)
      return value
    },
  }
}

/** Shortens input of the client for a message. */
export const formatInput = (text: string, maxLength = 80): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

type FileLookup = Pick<Session, 'documents' | 'routerFiles' | 'machine' | 'folders'>

/**
 * Finds the router file whose URI is the first parameter, in the editor or on disk. Throws a refusal if there is none.
 */
export function findRouterFile(
  parameters: Parameters,
  { documents, routerFiles, machine, folders }: FileLookup,
): OpenRouterFile {
  const uri = parameters.uri()
  const document = documents.get(uri)
  if (document) return routerFiles.get(document) ?? refuseOtherFile(uri, folders)
  const path = machine?.toPath(uri)
  const content = path === undefined ? undefined : machine?.readText(path)
  if (content === undefined)
    throw createRefusal(`\`${formatDisplayPath(uri, folders)}\` is not open and cannot be read`)
  return (
    routerFiles.inspect({ uri, languageId: 'yaml', text: () => content }) ??
    refuseOtherFile(uri, folders)
  )
}

/**
 * A router file. If it is a string in another file, `embeddedName` is its name in that file, and `encode` converts its
 * edits to edits of that file.
 */
export type NamedRouterFile = OpenRouterFile & {
  embeddedName?: string
  encode?: OpenEmbeddedFile['encode']
}

/**
 * Finds the router file whose URI is the first parameter. If that file is open and not a router file itself, finds the
 * router files in its strings, if it has any.
 */
export function findRouterFiles(
  parameters: Parameters,
  session: FileLookup & Pick<Session, 'embeddedFiles'>,
): readonly NamedRouterFile[] {
  const { documents, routerFiles, embeddedFiles } = session
  const document = documents.get(parameters.uri())
  const embedded = document && !routerFiles.get(document) ? embeddedFiles.list(document) : []
  return embedded.length > 0
    ? embedded.map((file): NamedRouterFile => ({ ...file, embeddedName: file.file.name }))
    : [findRouterFile(parameters, session)]
}

/**
 * Returns the options for commands without a file: those that apply to the first folder or, if no folder is open, to a
 * file outside of all folders.
 */
export const getWorkspaceOptions = ({
  routerFiles,
  folders,
}: Pick<Session, 'routerFiles' | 'folders'>): Options =>
  routerFiles.optionsFor(folders.all()[0] ?? '').options

/** Finds an open document of any kind by the URI in the first parameter. Throws a refusal if it is not open. */
export function findOpenDocument(
  parameters: Parameters,
  { documents, folders }: Pick<Session, 'documents' | 'folders'>,
): OpenDocument {
  const uri = parameters.uri()
  const document = documents.get(uri)
  if (!document) throw createRefusal(`\`${formatDisplayPath(uri, folders)}\` is not open`)
  return document
}

function refuseOtherFile(uri: string, folders: Folders): never {
  throw createRefusal(
    `\`${formatDisplayPath(uri, folders)}\` is not a router file, or the configuration excludes it`,
  )
}

/**
 * Assumed number of characters per value. A file is also too long if it has more values than a text of the maximum
 * length would have at this rate, for example because aliases repeat values.
 */
const minValueLength = 4

/**
 * Throws a refusal if a command would block the editor for seconds with a file, and names the command to run instead.
 */
export function refuseLongFile(
  { view: { text, document } }: Pick<OpenRouterFile, 'view'>,
  maxLength: number,
  command: string,
): void {
  if (text.length > maxLength || hasMoreValues(document, maxLength / minValueLength))
    throw createRefusal(`the file is too long for the editor; run \`routerfile ${command}\``)
}

/** Asks the client to apply an edit; throws a refusal if it cannot or does not. */
export async function applyWorkspaceEdit(
  { connection, client }: Pick<Session, 'connection' | 'client'>,
  edit: WorkspaceEdit,
): Promise<void> {
  if (!client.appliesEdits) throw createRefusal('the editor does not let servers change files')
  const { applied, failureReason } = await connection.workspace.applyEdit(edit)
  if (!applied)
    throw createRefusal(
      `the editor did not make the changes${failureReason === undefined ? '' : `: ${failureReason}`}`,
    )
}
