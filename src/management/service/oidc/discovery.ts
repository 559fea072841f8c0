import type { SigningKey } from '../call/context.js'

/** The metadata of the provider (OpenID Connect Discovery, section 3). */
export const describeProvider = (
  issuer: string,
  { algorithm }: SigningKey,
): Record<string, unknown> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  revocation_endpoint: `${issuer}/revoke`,
  end_session_endpoint: `${issuer}/end_session`,
  jwks_uri: `${issuer}/keys`,
  scopes_supported: ['openid', 'offline_access'],
  response_types_supported: ['code'],
  grant_types_supported: [
    'authorization_code',
    'refresh_token',
    'urn:ietf:params:oauth:grant-type:token-exchange',
  ],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['none'],
  claims_supported: ['sub', 'aud', 'exp', 'iat', 'iss', 'auth_time', 'nonce', 'amr', 'name', 'sid'],
  code_challenge_methods_supported: ['S256'],
  openziti_endpoints: {
    password: `${issuer}/login/password`,
    cert: `${issuer}/login/cert`,
    ext_jwt: `${issuer}/login/ext-jwt`,
    totp: `${issuer}/login/totp`,
    totp_enroll: `${issuer}/login/totp/enroll`,
    totp_enroll_verify: `${issuer}/login/totp/enroll/verify`,
    auth_queries: `${issuer}/login/auth-queries`,
  },
})

/** The public key of the provider (RFC 7517). */
export const describeSigningKeys = ({
  publicKey,
  algorithm,
  keyId,
}: SigningKey): Record<string, unknown> => ({
  keys: [{ ...publicKey.export({ format: 'jwk' }), alg: algorithm, kid: keyId, use: 'sig' }],
})
