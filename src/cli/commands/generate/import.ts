import { importRouterFile } from '../../../generate/import-router-file.js'
import type { Streams } from '../../command.js'
import { printFileText } from '../../diff.js'
import { UsageError } from '../../errors.js'
import { readInput } from '../../project-flags.js'
import { readRelease } from '../../release.js'
import { compareFile, printFilePatch, writeFile } from './files.js'
import type { GenerateCommandOptions } from './flags.js'

/** Imports a router file of another generator, and reports the differences. */
export function runImport(
  argument: string,
  options: GenerateCommandOptions,
  streams: Streams,
): number {
  const { output = '-', diff, dryRun, force } = options
  const { path, text } = readInput(argument)
  const importResult = importRouterFile(text, { target: readRelease(options, streams) })
  if (!importResult.ok)
    throw new UsageError(
      `${importResult.diagnostics.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`).join('\nrouterfile: ')}\nrouterfile: \`${path}\` was not imported; \`routerfile lint\` shows all errors`,
    )
  streams.err(
    `routerfile: ${path}: written by ${importResult.generator ?? 'an unknown generator'}; with the new file, the router uses the same values\n`,
  )
  for (const { rule, severity, message, range } of importResult.changes)
    streams.err(
      `routerfile: ${path}:${range.start.line + 1}: ${rule === 'import' && severity === 'warning' ? 'warning: ' : ''}${message}\n`,
    )
  const file = { path: output === '-' ? path : output, text: importResult.text, isSecret: true }
  if (diff) printFilePatch(streams, file)
  else if (output === '-' || dryRun)
    printFileText(streams, importResult.text, { isStdoutRequested: options.output === '-' })
  else if (compareFile(file) === 'differs' && !force)
    throw new UsageError(
      `\`${output}\` exists and is not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  else streams.err(`routerfile: ${writeFile(file, force)} ${output}\n`)
  return 0
}
