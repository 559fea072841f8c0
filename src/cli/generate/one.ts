import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../diagnostic.js'
import { inShell } from '../../generate/commands.js'
import type { Generated } from '../../generate/generate.js'
import { generateFrom } from '../../generate/generate.js'
import { verifyEnrollment } from '../../generate/verify-enrollment.js'
import type { Streams } from '../command.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { faultsOf } from './draft.js'
import type { Wanted } from './files.js'
import { patchOf, stateOf, wantedOf, writeFile } from './files.js'
import { interviewed } from './interview.js'
import { renewalOf } from './many.js'
import { controllersOf, entryNamed, invited, recorded, standingOf } from './records.js'
import type { Standing } from './say.js'
import { placing, sentences } from './say.js'
import type { Source } from './source.js'
import { refusal, sourceOf } from './source.js'
import { textsOf } from './texts.js'
import type { TokenFile } from './token-file.js'
import { besideOf, tokenState, writeToken } from './token-file.js'
import { withClient } from './with-client.js'

/** Says what is doubtful. */
function warn(diagnostics: readonly Diagnostic[], standing: Standing, { err }: Streams): void {
  for (const line of sentences(
    diagnostics.filter(({ severity }) => severity !== 'error'),
    placing(standing),
  ))
    err(`routerfile: ${line}\n`)
}

/** The check of the signature, where there is something to check it with. */
async function checkSignature(
  { answers, standing }: Source,
  pem: string | undefined,
): Promise<void> {
  const jwt = answers.jwt ?? answers.edgeRouter?.enrollmentJwt ?? undefined
  if (pem === undefined) return
  if (jwt === undefined)
    throw new UsageError(
      '--signed-by checks an enrollment token, and there is none; name its file with --jwt',
    )
  const found = await verifyEnrollment(jwt, pem)
  if (found.length > 0) throw refusal(found, standing)
}

/** The answers with the record that --from-record names, and how its router is enrolled. */
async function withRecord(source: Source, given: Given, { err }: Streams): Promise<Source> {
  const word = given.last('from-record')
  if (word === undefined) return source
  const answers = await withClient(given, async (client) => {
    const found = await entryNamed(client, word)
    const [renewal, isDry, now] = [
      renewalOf(given),
      given.has('dry-run') || given.has('diff'),
      Date.now(),
    ]
    const faults =
      renewal === 'none' || standingOf(found, now) === 'open'
        ? []
        : faultsOf(source.answers, found.record)
    if (faults.length > 0) throw refusal(faults, source.standing)
    const { entry, isRenewed } = await invited(client, found, { renewal, isDry, now })
    if (isRenewed)
      err(
        `routerfile: the enrollment of \`${entry.record.name}\` ${isDry ? 'would be' : 'is'} made anew\n`,
      )
    else if (!entry.record.enrollmentJwt)
      err(
        `routerfile: \`${entry.record.name}\` is enrolled already, so there is no token; --re-enroll has a new one made, and voids its certificate\n`,
      )
    return recorded(source.answers, entry, controllersOf(client))
  })
  return { ...source, answers }
}

type Made = Generated & { ok: true }

const outlook = (state: ReturnType<typeof tokenState>, force: boolean): string =>
  ({
    absent: 'would be made',
    same: 'would stay as it is',
    stale: 'would be replaced',
    differs: force ? 'would be replaced' : 'exists and would not be overwritten',
  })[state]

type Writing = { token: TokenFile | undefined; isEnrolled: boolean; given: Given; streams: Streams }

function write(made: Made, { token, isEnrolled, given, streams: { out, err } }: Writing): void {
  const wanted = wantedOf(made)
  if (given.has('diff')) return out(wanted.map(patchOf).join(''))
  const force = given.has('force')
  const states = [
    ...wanted.map((file) => ({ path: file.path, state: stateOf(file) })),
    ...(token ? [{ path: token.path, state: tokenState(token) }] : []),
  ]
  if (given.has('dry-run')) {
    out(made.text)
    return states.forEach(({ path, state }) =>
      err(`routerfile: ${path} ${outlook(state, force)}\n`),
    )
  }
  const standing = force ? [] : states.filter(({ state }) => state === 'differs')
  if (standing.length > 0)
    throw new UsageError(
      `${standing.map(({ path }) => `\`${path}\``).join(', ')} ${standing.length === 1 ? 'exists and is' : 'exist and are'} not overwritten; --diff shows what would change, --force writes it and keeps a backup`,
    )
  if (token) err(`routerfile: ${writeToken(token, force)} ${token.path}\n`)
  for (const file of wanted) err(`routerfile: ${writeFile(file, force)} ${file.path}\n`)
  err(
    `${isEnrolled ? '' : `enroll: ${inShell(made.commands.enroll)}\n`}run:    ${inShell(made.commands.run)}\n`,
  )
}

/** What is printed cannot bring other files along. */
function print(made: Made, others: readonly Wanted[], { out, err }: Streams): void {
  out(made.text)
  if (others.length > 0)
    err(
      `routerfile: ${others.map((file) => file.path).join(', ')}: written where -o names a file\n`,
    )
}

/** Makes the file of one router. */
export async function one(given: Given, streams: Streams): Promise<number> {
  const text = textsOf(given)
  const source = await withRecord(sourceOf(given, text), given, streams)
  await checkSignature(source, text('signed-by'))
  const output = given.last('output') ?? '-'
  const isPrinted = output === '-'
  const jwtPath = given.last('jwt')
  const ownToken =
    jwtPath === undefined && given.has('from-record')
      ? (source.answers.edgeRouter?.enrollmentJwt ?? undefined)
      : undefined
  const named =
    jwtPath !== undefined && jwtPath !== '-'
      ? jwtPath
      : ownToken !== undefined && !isPrinted
        ? join(dirname(output), '{name}.jwt')
        : undefined
  const answers = await interviewed(source.answers, given, streams)
  const made = generateFrom(answers, {
    path: isPrinted ? 'router.yml' : output,
    ...(named !== undefined && { jwtPath: named }),
  })
  if (!made.ok) throw refusal(made.diagnostics, source.standing)
  warn(made.diagnostics, source.standing, streams)
  const token = ownToken === undefined ? undefined : besideOf(made, ownToken)
  if (isPrinted)
    print(made, [...made.files, ...(token ? [{ path: token.path, text: '' }] : [])], streams)
  else
    write(made, { token, isEnrolled: given.has('from-record') && !made.enrollment, given, streams })
  return 0
}
