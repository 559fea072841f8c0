/** A way of authenticating that a 401 asks for. */
export type Challenge = { realm: string; error: string; signers: string }

/** The challenges of a `WWW-Authenticate` header. */
const challengesOf = (header: string | null): Challenge[] =>
  (header ?? '').split(/,\s*(?=[\w-]+\s+\w+=)/).flatMap((part) => {
    const values = new Map(
      [...part.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    )
    const realm = values.get('realm')
    return realm === undefined
      ? []
      : [
          {
            realm,
            error: values.get('error') ?? '',
            signers: values.get('issuer') ?? values.get('id') ?? '',
          },
        ]
  })

/** Whether the controller says that it does not know the session, or not any more. */
export const saysEnded = (header: string | null): boolean =>
  challengesOf(header).some(
    ({ realm, error }) =>
      /^(zt-session|openziti-oidc)$/.test(realm) && /^(invalid|expired)$/.test(error),
  )

/** Whether the controller wants the token of an external signer, so that another session does not help. */
export const asksForSigner = (header: string | null): boolean =>
  challengesOf(header).some(({ realm }) => realm.endsWith('ext-jwt'))

/** What a 401 asks for, in words; undefined where it says nothing. */
export function challengeOf(header: string | null): string | undefined {
  const challenges = challengesOf(header)
  const external = challenges.find(({ realm }) => realm.endsWith('ext-jwt'))
  if (external)
    return `the token of the external signer is ${external.error || 'refused'}${external.signers ? `; accepted are \`${external.signers}\`` : ''}; give it as \`externalJwt\``
  const [first] = challenges
  if (!first) return undefined
  if (first.error === 'missing') return 'no session was sent; give `credentials`'
  return first.error === 'expired'
    ? 'the session has expired; authenticate again'
    : 'the session has ended or is unknown; authenticate again'
}
