import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fixInput } from '../src/cli/fixing.js'
import { isRouterFile } from '../src/recognition/recognize.js'
import type { TemplateLanguage } from '../src/template/language.js'
import { lintTemplate } from '../src/template/lint-template.js'
import { recognizeTemplate } from '../src/template/recognize-template.js'

type Case = { name: string; text: string; language: TemplateLanguage | undefined }

const indent = (text: string): string => text.replaceAll(/^(?=[^\r\n])/gm, '    ')

/**
 * Lists the cases of a file: the file itself if it is a template, and a router file as a block scalar in a ConfigMap of
 * Helm and in a list.
 */
function listCases(path: string): Case[] {
  const text = readFileSync(path, 'utf8')
  const language = recognizeTemplate({ path, text })
  const wrapped = `kind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\ndata:\n  router.yaml: |\n${indent(text)}`
  return [
    ...(language ? [{ name: path, text, language }] : []),
    ...(isRouterFile(text) || language === 'go'
      ? [{ name: `${path}, wrapped`, text: wrapped, language: 'go' as const }]
      : []),
    ...(isRouterFile(text)
      ? [{ name: `${path}, in a list`, text: `- |\n${indent(text)}`, language: undefined }]
      : []),
  ]
}

/**
 * Fixes a file. Returns the lines whose indentation has changed, and a message if there are more syntax errors than
 * before.
 */
function check({ name, text, language }: Case, unsafe: boolean): string[] {
  const template = language && { template: language }
  const { text: fixed, applied } = fixInput(
    { text, ...(template ?? { isOuter: true as const }) },
    { unsafe },
  )
  const before = new Set(text.split('\n'))
  const contents = new Map([...before].map((line) => [line.trim(), line]))
  const after = fixed.split('\n').filter((line) => line.trim() !== '' && !before.has(line))
  const moved = after.filter((line) => contents.has(line.trim()))
  const countSyntax = (some: string): number =>
    language
      ? lintTemplate(some, language, {}).diagnostics.filter(({ rule }) => rule === 'yaml-syntax')
          .length
      : 0
  const worse = countSyntax(fixed) - countSyntax(text)
  console.log(
    `${name}${unsafe ? ' (unsafe)' : ''}: ${applied.length} fixed, ${moved.length} lines moved`,
  )
  return [...moved, ...(worse > 0 ? [`${worse} more syntax errors`] : [])]
}

/**
 * Tries the fixes on all cases of the files in some folders (see `listCases`). Prints the lines whose indentation
 * changes, and how many syntax errors are new. Writes no file.
 */
export function measure(folders: readonly string[]): void {
  for (const folder of folders)
    for (const name of readdirSync(folder))
      for (const item of listCases(join(folder, name)))
        for (const unsafe of [false, true])
          for (const line of check(item, unsafe)) console.log(`  ${line}`)
}
