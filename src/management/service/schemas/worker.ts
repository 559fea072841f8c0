import { parentPort } from 'node:worker_threads'
import type { Failure } from '../failure.js'
import { findDataFault, readSchema } from './faults.js'
import type { Question, Reply } from './thread.js'

/** So many characters of schemas are kept compiled; those that were used longest ago go first. */
const kept = 4 * 1024 * 1024

const compiled = new Map<string, ReturnType<typeof readSchema>>()
let size = 0

function readOnce(text: string): ReturnType<typeof readSchema> {
  const known = compiled.get(text)
  if (known) compiled.delete(text)
  else size += text.length
  const schema = known ?? readSchema(JSON.parse(text))
  compiled.set(text, schema)
  for (const oldest of compiled.keys()) {
    if (size <= kept || oldest === text) break
    compiled.delete(oldest)
    size -= oldest.length
  }
  return schema
}

function findFault({ schema, data }: Question): Failure | undefined {
  const read = readOnce(schema)
  if (!read.ok) return read.failure
  return data === undefined ? undefined : findDataFault(read.value, JSON.parse(data))
}

function reply(question: Question): Reply {
  try {
    return { fault: findFault(question) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (question: Question) => parentPort?.postMessage(reply(question)))
parentPort?.postMessage('ready')
