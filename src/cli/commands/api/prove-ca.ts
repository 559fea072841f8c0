import { readText } from '../../../project/disk.js'
import type { Client } from '../../../management/client/index.js'
import { UsageError } from '../../errors.js'
import { findIdOrName } from './names.js'

/**
 * The proof that the user has the key of a CA: a certificate with the verification token of the CA as
 * common name, signed with the key, which stays on this machine.
 */
export async function proveCa(client: Client, nameOrId: string, keyFile: string): Promise<string> {
  const result = readText(keyFile)
  if ('why' in result) throw new UsageError(`--ca-key ${keyFile}: ${result.why}`)
  const ca = await client.cas.get(await findIdOrName(client, 'cas', nameOrId))
  if (ca.verificationToken === undefined) throw new UsageError(`\`${ca.name}\` is verified already`)
  const { createCaProof } = await import('../../../management/service/pki/ca-proof.js')
  const proof = createCaProof({
    certPem: ca.certPem,
    keyPem: result.text,
    token: ca.verificationToken,
  })
  if (typeof proof === 'string') return proof
  throw new UsageError(`--ca-key ${keyFile}: ${proof.why}`)
}
