import { adopt } from '../../generate/adopt.js'
import type { Streams } from '../command.js'
import { releaseOf } from '../command.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { input } from '../inputs.js'
import { patchOf, stateOf, writeFile } from './files.js'

/** Takes over a router file of another generator, and says what is different. */
export function imported(given: Given, streams: Streams): number {
  const { path, text } = input(given.last('import') ?? '')
  const adopted = adopt(text, { target: releaseOf(given) })
  if (!adopted.ok)
    throw new UsageError(
      `${adopted.diagnostics.map(({ message, range }) => `${path}:${range.start.line + 1}: ${message}`).join('\nrouterfile: ')}\nrouterfile: \`${path}\` is not taken over; \`routerfile lint\` says more`,
    )
  streams.err(
    `routerfile: ${path}: made by ${adopted.generator ?? 'no generator that is known'}; the router uses the same values\n`,
  )
  for (const { severity, message, range } of adopted.changes)
    streams.err(
      `routerfile: ${path}:${range.start.line + 1}: ${severity === 'warning' && message.startsWith('this comment') ? 'warning: ' : ''}${message}\n`,
    )
  const output = given.last('output') ?? '-'
  const wanted = { path: output === '-' ? path : output, text: adopted.text, isSecret: true }
  if (given.has('diff')) streams.out(patchOf(wanted))
  else if (output === '-' || given.has('dry-run')) streams.out(adopted.text)
  else if (stateOf(wanted) === 'differs' && !given.has('force'))
    throw new UsageError(
      `\`${output}\` exists and is not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  else streams.err(`routerfile: ${writeFile(wanted, given.has('force'))} ${output}\n`)
  return 0
}
