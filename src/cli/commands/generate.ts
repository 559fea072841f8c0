import type { Diagnostic } from '../../diagnostic.js'
import { inShell } from '../../generate/commands.js'
import type { Generated } from '../../generate/generate.js'
import { generateFrom } from '../../generate/generate.js'
import { verifyEnrollment } from '../../generate/verify-enrollment.js'
import type { Command, Streams } from '../command.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import type { Wanted } from '../generate/files.js'
import { patchOf, stateOf, wantedOf, writeFile } from '../generate/files.js'
import { generateFlags, presetRows } from '../generate/flags.js'
import { interviewed } from '../generate/interview.js'
import type { Standing } from '../generate/say.js'
import { placing, sentences } from '../generate/say.js'
import { imported } from '../generate/imported.js'
import { many } from '../generate/many.js'
import type { Source } from '../generate/source.js'
import { refusal, sourceOf } from '../generate/source.js'
import { textsOf } from '../generate/texts.js'

/** Says what is doubtful. */
function warn(diagnostics: readonly Diagnostic[], standing: Standing, { err }: Streams): void {
  for (const line of sentences(diagnostics.filter(({ severity }) => severity !== 'error'), placing(standing))) err(`routerfile: ${line}\n`)
}

/** The check of the signature, where there is something to check it with. */
async function checkSignature({ answers, standing }: Source, pem: string | undefined): Promise<void> {
  const jwt = answers.jwt ?? answers.edgeRouter?.enrollmentJwt ?? undefined
  if (pem === undefined) return
  if (jwt === undefined) throw new UsageError('--signed-by checks an enrollment token, and there is none; name its file with --jwt')
  const found = await verifyEnrollment(jwt, pem)
  if (found.length > 0) throw refusal(found, standing)
}

type Made = Generated & { ok: true }

const outlook = (file: Wanted, force: boolean): string => ({ absent: 'would be made', same: 'would stay as it is', differs: force ? 'would be replaced' : 'exists and would not be overwritten' })[stateOf(file)]

function write(made: Made, { given, streams: { out, err } }: { given: Given; streams: Streams }): void {
  const wanted = wantedOf(made)
  if (given.has('diff')) return out(wanted.map(patchOf).join(''))
  const force = given.has('force')
  if (given.has('dry-run')) {
    out(made.text)
    return wanted.forEach((file) => err(`routerfile: ${file.path} ${outlook(file, force)}\n`))
  }
  const standing = force ? [] : wanted.filter((file) => stateOf(file) === 'differs')
  if (standing.length > 0) throw new UsageError(`${standing.map((file) => `\`${file.path}\``).join(', ')} ${standing.length === 1 ? 'exists and is' : 'exist and are'} not overwritten; --diff shows what would change, --force writes it and keeps a backup`)
  for (const file of wanted) err(`routerfile: ${writeFile(file, force)} ${file.path}\n`)
  err(`enroll: ${inShell(made.commands.enroll)}\nrun:    ${inShell(made.commands.run)}\n`)
}

async function one(given: Given, streams: Streams): Promise<number> {
  const text = textsOf(given)
  const source = sourceOf(given, text)
  await checkSignature(source, text('signed-by'))
  const output = given.last('output') ?? '-'
  const jwtPath = given.last('jwt')
  const options = { path: output === '-' ? 'router.yml' : output, ...(jwtPath !== undefined && jwtPath !== '-' && { jwtPath }) }
  const answers = await interviewed(source.answers, given, streams)
  const made = generateFrom(answers, options)
  if (!made.ok) throw refusal(made.diagnostics, source.standing)
  warn(made.diagnostics, source.standing, streams)
  if (output !== '-') write(made, { given, streams })
  else {
    streams.out(made.text)
    if (made.files.length > 0) streams.err(`routerfile: ${made.files.map((file) => file.path).join(', ')}: written where -o names a file\n`)
  }
  return 0
}

export const generate: Command = {
  flags: generateFlags,
  tables: { Presets: presetRows },
  run: async (given, streams) => {
    if (given.rest.length > 0) throw new UsageError(`generate takes flags only, and \`${given.rest[0]}\` is none; -o FILE names the file to write`)
    if (given.has('list')) return many(given, streams)
    return given.has('import') ? imported(given, streams) : one(given, streams)
  },
}
