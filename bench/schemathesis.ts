import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fetchCas } from '../src/management/client/node/index.js'
import { createAuthority } from '../src/management/service/pki/authority.js'
import { explained, findExplanation } from './schemathesis/explained.js'
import type { Run } from './schemathesis/findings.js'
import { readRun } from './schemathesis/findings.js'

/**
 * Runs Schemathesis (PyPI) against the built service over HTTPS, with the OpenAPI document that it
 * serves: `npm run bench schemathesis PROGRAM SEED...`. Fails on findings without an entry in
 * explained.ts.
 */
export async function measure([
  program = 'schemathesis',
  ...seeds
]: readonly string[]): Promise<void> {
  const idle = new Set(explained)
  for (const seed of seeds.length > 0 ? seeds : ['1']) {
    const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'))
    const run = await runWith(program, seed, folder)
    rmSync(folder, { recursive: true })
    report(seed, run)
    for (const row of run.findings.flatMap((finding) => findExplanation(finding) ?? []))
      idle.delete(row)
  }
  for (const { check, because } of idle)
    console.log(`explained, and not found: ${check}, ${because}`)
}

async function runWith(program: string, seed: string, folder: string): Promise<Run> {
  const environment = {
    ...process.env,
    ROUTERFILE_ADMIN_PASSWORD: randomBytes(12).toString('hex'),
    AUTHORITY: join(folder, 'authority.pem'),
    CERTIFICATES: join(folder, 'certificates.json'),
  }
  const service = spawn(
    process.execPath,
    ['dist/cli.cjs', 'serve', '--data', ':memory:', '--port', '0'],
    { env: environment, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    const { url, fingerprint } = await waitForStart(createInterface({ input: service.stdout }))
    writeFileSync(environment.AUTHORITY, await fetchCas({ url, fingerprint }))
    const issuing = { time: new Date(), random: randomBytes }
    writeFileSync(
      environment.CERTIFICATES,
      JSON.stringify(
        Array.from({ length: 500 }, (_, index) => createAuthority(`CA ${index}`, issuing).certPem),
      ),
    )
    const report = join(folder, 'report.ndjson')
    const args = [
      '--config-file',
      'bench/schemathesis/schemathesis.toml',
      'run',
      `${url}/specs/edge-management/spec`,
      '--checks',
      'all',
      '--seed',
      seed,
      '--report',
      'ndjson',
      '--report-ndjson-path',
      report,
    ]
    const tool = spawn(program, args, {
      env: { ...environment, BASE: url },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await once(tool, 'close')
    return await readRun(report)
  } finally {
    service.kill()
  }
}

async function waitForStart(
  lines: AsyncIterable<string>,
): Promise<{ url: string; fingerprint: string }> {
  let url = ''
  for await (const line of lines) {
    url ||= /^serving (\S+)/.exec(line)?.[1] ?? ''
    const fingerprint = /^CA fingerprint SHA-256 (\S+)/.exec(line)?.[1]
    if (fingerprint) return { url, fingerprint }
  }
  throw new Error('the service did not start')
}

function report(
  seed: string,
  { findings, requests, lost, operations, errors, logins, lostItsLogin }: Run,
): void {
  const unexplained = findings.filter((finding) => !findExplanation(finding))
  const seen = new Set<string>()
  for (const { check, operation, status, answer, request } of unexplained) {
    const kind = `${check}: ${operation} ${status} ${answer.replaceAll(/["'].*["']/g, '…')}`
    if (!seen.has(kind)) console.log(`${kind}\n    ${request.slice(0, 300)}`)
    seen.add(kind)
  }
  for (const error of errors) console.log(error)
  if (lostItsLogin) console.log('the administrator of the run was locked out')
  console.log(
    `seed ${seed}: ${operations} operations, ${requests} requests, ${lost} of them with a session that the run had ended, ${logins} new sessions, ${findings.length} findings, ${unexplained.length} unexplained in ${seen.size} kinds`,
  )
  if (
    unexplained.length > 0 ||
    errors.length > 0 ||
    lostItsLogin ||
    requests < 50 * operations ||
    lost > requests / 100
  )
    process.exitCode = 1
}
