import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits } from '../src/edit/edits.js'
import { effective, lint } from '../src/index.js'
import { format, viewOf } from '../src/language/index.js'

/**
 * Describes the meaning of a text, which formatting must not change: its findings without positions, and its effective
 * values.
 */
const describeMeaning = (text: string): string =>
  JSON.stringify([
    lint(text)
      .map(({ rule, message }) => `${rule} ${message.replaceAll(/\bline \d+/g, 'line')}`)
      .sort(),
    effective(text).map(({ path, value }) => [path, value]),
  ])

/** Formats a text and returns an error message, if there is an error. */
function findFault(text: string): string | undefined {
  const after = applyEdits(text, format(viewOf(text)))
  if (after.replaceAll(/\s/g, '') !== text.replaceAll(/\s/g, ''))
    return 'more than white space is changed'
  if (describeMeaning(after) !== describeMeaning(text)) return 'other values or findings'
  return format(viewOf(after)).length > 0 ? 'formatting twice changes something more' : undefined
}

/** Formats every file of the folders, and lists those whose meaning changes. */
export function measure(folders: readonly string[]): void {
  const paths = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.ya?ml$/.test(path))
  const faults = paths.flatMap((path) => {
    const fault = findFault(readFileSync(path, 'utf8'))
    return fault ? [`${path}: ${fault}`] : []
  })
  for (const fault of faults) console.log(fault)
  console.log(`${paths.length} files, ${faults.length} faults`)
}
