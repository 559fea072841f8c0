import { parentPort } from 'node:worker_threads'
import type { Failure } from '../call/failure.js'
import { isPlainObject } from '../../../document/record.js'
import { findDataFault, matchTexts, readSchema } from './check.js'
import type { Findings, CheckRequest, ThreadReply } from './thread.js'

/**
 * Maximum total size of the cached compiled schemas, in characters; beyond it, the least recently used schemas are
 * dropped.
 */
const maxCachedSize = 4 * 1024 * 1024

const schemaCache = new Map<string, ReturnType<typeof readSchema>>()
let cachedSize = 0

function readCachedSchema(text: string): ReturnType<typeof readSchema> {
  const cachedSchema = schemaCache.get(text)
  if (cachedSchema) schemaCache.delete(text)
  else cachedSize += text.length
  const schema = cachedSchema ?? parseSchema(text)
  schemaCache.set(text, schema)
  for (const oldest of schemaCache.keys()) {
    if (cachedSize <= maxCachedSize || oldest === text) break
    schemaCache.delete(oldest)
    cachedSize -= oldest.length
  }
  return schema
}

function parseSchema(text: string): ReturnType<typeof readSchema> {
  const schema: unknown = JSON.parse(text)
  if (!isPlainObject(schema)) throw new TypeError('a schema must be an object')
  return readSchema(schema)
}

function runCheck(request: CheckRequest): Findings {
  if ('schema' in request) return { fault: findFault(request) }
  const matchResult = matchTexts(request.pattern, request.texts)
  return matchResult.ok
    ? { fault: undefined, matches: matchResult.value }
    : { fault: matchResult.failure }
}

function findFault({ schema, data }: { schema: string; data?: string }): Failure | undefined {
  const schemaResult = readCachedSchema(schema)
  if (!schemaResult.ok) return schemaResult.failure
  return data === undefined ? undefined : findDataFault(schemaResult.value, JSON.parse(data))
}

function reply(request: CheckRequest): ThreadReply {
  try {
    return runCheck(request)
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (request: CheckRequest) => parentPort?.postMessage(reply(request)))
parentPort?.postMessage('ready')
