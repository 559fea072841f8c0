import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintFile } from '../../../src/index.js'
import {
  createAuthority,
  issueServerCertificate,
  openAuthority,
} from '../../../src/management/service/pki/authority.js'
import { completeExample } from '../../support/fixtures.js'
import { makeFolder } from '../../support/program.js'

const issuing = {
  time: new Date(),
  random: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
}
const network = createAuthority('network', issuing)
const sameName = createAuthority('network', issuing)
const other = createAuthority('other', issuing)
const server = issueServerCertificate(openAuthority(network), ['localhost'], issuing)
const firstOf = (pem: string): string => `${pem.split(/(?<=-----END CERTIFICATE-----)/)[0] ?? ''}\n`

/** The findings about the chain of a router with a server certificate and a CA bundle. */
async function findChainProblems(chain: string, bundle: string): Promise<string[]> {
  const folder = makeFolder()
  const path = join(folder, 'router.yml')
  const files = {
    'server.pem': chain,
    'ca.pem': bundle,
    'cert.pem': chain,
    'key.pem': server.keyPem,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const identity = 'identity: {cert: cert.pem, server_cert: server.pem, key: key.pem, ca: ca.pem}\n'
  writeFileSync(path, completeExample(identity).text)
  const found = await lintFile(path)
  return found
    .filter(({ rule }) => rule === 'incomplete-chain')
    .map(({ severity, path: place, message }) => `${severity} ${place.join('.')}: ${message}`)
}

const leaf = firstOf(server.certPem)

test('a certificate that an authority of the bundle signed is complete', async () => {
  expect(await findChainProblems(leaf, network.certPem)).toEqual([])
  expect(await findChainProblems(leaf, other.certPem + network.certPem)).toEqual([])
})

test('a certificate whose signer is nowhere lacks its intermediate', async () => {
  expect(await findChainProblems(leaf, other.certPem)).toEqual([
    expect.stringMatching(
      /^warning identity\.server_cert: `CN=network`, which signed `CN=localhost`, is neither in `server\.pem` nor in `ca\.pem`\. .* Add the intermediate certificate/,
    ),
  ])
})

test('an authority of the same name and another key is another one', async () => {
  expect(await findChainProblems(leaf, sameName.certPem)).toHaveLength(1)
})

test('a chain to a root that is not trusted is of another network', async () => {
  expect(await findChainProblems(leaf + network.certPem, other.certPem)).toEqual([
    expect.stringContaining('are of different networks; enroll the router again'),
  ])
})
