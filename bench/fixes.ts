import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits } from '../src/edit/edits.js'
import { readText } from '../src/project/disk.js'
import { fix, isWorse } from '../src/fix/fix.js'
import type { Diagnostic, Options } from '../src/index.js'
import { effective, lint } from '../src/index.js'

type Text = { name: string; text: string; options: Options }

const releases = ['2.0.3', '1.6.20', '2.1.0-pre2', '1.4.3', '1.1.15', '0.31.4']

/**
 * Reads the router files below a folder, each for several releases, and the recorded cases in `cases-*.jsonl`, each for
 * one release.
 */
function readTexts(folder: string, every: number): Text[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): Text[] => {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) return readTexts(path, every)
    if (/\.ya?ml$/.test(entry.name)) {
      const read = readText(path)
      return 'text' in read
        ? releases.map((target) => ({
            name: `${entry.name} for ${target}`,
            text: read.text,
            options: { target },
          }))
        : []
    }
    if (!/^cases-.*\.jsonl$/.test(entry.name)) return []
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .filter((_, index) => index % every === 0)
      .map((line, index) => {
        const { id, yaml, env }: { id: string; yaml: string; env?: Record<string, string> } =
          JSON.parse(line)
        return {
          name: id,
          text: yaml,
          options: { target: releases[index % 3] ?? '2.0.3', ...(env && { env }) },
        }
      })
  })
}

const errors = (found: readonly Diagnostic[]): number =>
  found.filter(({ severity }) => severity === 'error').length

const values = (text: string, options: Options): string =>
  JSON.stringify(effective(text, options).map(({ path, value }) => [path, value]))

/** Applies each fix of a text separately to the original text, and returns the faults. */
function checkEachFix({ text, options }: Text, found: readonly Diagnostic[]): string[] {
  return found.flatMap(({ rule, message, path, fix: offered }) => {
    if (!offered) return []
    const fixed = applyEdits(text, offered.edits)
    const left = lint(fixed, options)
    if (
      left.some(
        (other) =>
          other.rule === rule && other.message === message && String(other.path) === String(path),
      )
    )
      return [`${rule}, ${offered.title}: the finding stays`]
    if (isWorse(left, found)) return [`${rule}, ${offered.title}: the file loads worse`]
    return !offered.unsafe &&
      errors(found) === 0 &&
      values(text, options) !== values(fixed, options)
      ? [`${rule}, ${offered.title}: values change`]
      : []
  })
}

/** Applies all fixes of a text together, and returns the faults. */
function checkAllFixes(
  { text, options }: Text,
  found: readonly Diagnostic[],
  unsafe: boolean,
): string[] {
  const once = fix(text, { ...options, unsafe })
  const twice = fix(once.text, { ...options, unsafe })
  const faults = twice.text === once.text ? [] : ['fixing twice changes more']
  if (isWorse(once.diagnostics, found)) faults.push('the file loads worse')
  if (!unsafe && errors(found) === 0 && values(text, options) !== values(once.text, options))
    faults.push('values change')
  return faults.map((fault) => `${unsafe ? 'all' : 'all that are safe'}: ${fault}`)
}

/**
 * Applies all fixes for the files and recorded cases of a folder, one at a time and together, and checks the results.
 */
export function measure([folder = '.', every = '1']: readonly string[]): void {
  const faults = new Map<string, string[]>()
  const counts = { texts: 0, findings: 0, fixable: 0, safe: 0, faults: 0 }
  for (const item of readTexts(folder, Number(every))) {
    const found = lint(item.text, item.options)
    const fixable = found.filter(({ fix: offered }) => offered)
    counts.texts += 1
    counts.findings += found.length
    counts.fixable += fixable.length
    counts.safe += fixable.filter(({ fix: offered }) => !offered?.unsafe).length
    for (const fault of [
      ...checkEachFix(item, found),
      ...checkAllFixes(item, found, false),
      ...checkAllFixes(item, found, true),
    ]) {
      counts.faults += 1
      faults.set(fault, [...(faults.get(fault) ?? []), item.name])
    }
  }
  for (const [fault, names] of faults)
    console.log(`${fault}: ${names.length} times, in ${names.slice(0, 3).join(', ')}`)
  console.log(JSON.stringify(counts))
}
