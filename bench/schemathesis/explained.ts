import type { SchemathesisFinding } from './findings.js'

/** An expected finding: its check, operations, answer and request, and the reason. */
export type Explained = {
  check: string
  operations: RegExp
  answer: RegExp
  request?: RegExp
  because: string
}

/** Requests that the service refuses although they match the OpenAPI document. */
const refused: readonly Omit<Explained, 'check'>[] = [
  {
    operations:
      /^(POST|PUT|PATCH) \/(auth-policies|cas|config-types|configs|edge-router-policies|edge-routers|external-jwt-signers|identities|posture-checks|routers|service-edge-router-policies|service-policies|services|transit-routers)(\/\{id\})?$/,
    answer: /^COULD_NOT_VALIDATE name (name must be unique|duplicate value)/,
    because: 'a name may be taken',
  },
  {
    operations: /^(POST|PUT|PATCH) \/(authenticators|external-jwt-signers|identities)(\/\{id\})?$/,
    answer:
      /^COULD_NOT_VALIDATE (certFingerprint|externalId|fingerprint|issuer|kid|updbUsername) duplicate value/,
    because: 'what tells records apart may be taken',
  },
  {
    operations:
      /^(POST|PUT|PATCH) \/(edge-router|service-edge-router|service)-policies(\/\{id\})?$/,
    answer:
      /^COULD_NOT_VALIDATE (edgeRouter|identity|postureCheck|service)Roles no \w+ found with the given ids$/,
    because: 'a role may name a record that is not there',
  },
  {
    operations: /^PATCH \/config-types\/\{id\}$/,
    answer: /^COULD_NOT_VALIDATE schema the patch is empty$/,
    because:
      'a patch of a config type that sets nothing is refused, as controllers of release 1.6 do',
  },
  {
    operations: /^POST \/configs$/,
    answer: /^COULD_NOT_VALIDATE type invalid config type$/,
    because: 'a config type may not be there',
  },
  {
    operations: /^(POST|PUT|PATCH) \/configs(\/\{id\})?$/,
    answer: /^COULD_NOT_VALIDATE \(root\) /,
    because: 'data have to fit their config type, also where a patch has none',
  },
  {
    operations:
      /^POST \/(enrollments|enrollments\/\{id\}\/refresh|authenticators\/\{id\}\/re-enroll)$/,
    answer: /(expiresAt must be in the future|expiresAt must be after the current date and time)$/,
    because: 'a time may be over',
  },
  {
    operations: /^POST \/enrollments$/,
    answer: /^INVALID_FIELD .* is invalid: (identity|ca) not found$/,
    because: 'who is invited may not be there',
  },
  {
    operations: /^(PUT|PATCH|DELETE) \/edge-router-policies\/\{id\}$/,
    answer: /^ENTITY_CAN_NOT_BE_(UPDATED|DELETED) /,
    because: 'the policies of tunnelers belong to their routers',
  },
  {
    operations: /^((PUT|PATCH|DELETE) \/identities\/\{id\}|POST \/authenticators)$/,
    answer:
      /^(COULD_NOT_VALIDATE (name may not change name of|identityId may not create authenticators for) router identities|ENTITY_CAN_NOT_BE_DELETED cannot delete router identity .* until associated router is deleted)$/,
    because: 'the identities of tunnelers belong to their routers',
  },
  {
    operations: /^POST \/cas$/,
    answer: /^COULD_NOT_VALIDATE certPem certificate already used/,
    because: 'a certificate may be known',
  },
  {
    operations: /^POST \/cas\/\{id\}\/verify$/,
    answer: /^INVALID_COMMON_NAME$/,
    because: 'a certificate has to have the name that the authority was given',
  },
  {
    operations: /^POST \/authenticators$/,
    answer: /^CERTIFICATE_FAILED_VALIDATION /,
    because: 'a certificate has to lead to a known authority',
  },
  {
    operations: /^PATCH \/cas\/\{id\}$/,
    answer:
      /^(COULD_NOT_VALIDATE externalIdClaim\.(location|matcher|parser) |INVALID_FIELD .*(?:'externalIdClaim' is invalid: |is invalid: unsupported location \[\]$))/,
    because: 'what a patch leaves out of a claim is that of the record',
  },
  {
    operations: /^PATCH \/external-jwt-signers\/\{id\}$/,
    answer:
      /^INVALID_FIELD .* is invalid: (?:jwksEndpoint or certPem is required|only one of jwksEndpoint or certPem may be defined)$/,
    because: 'a patch may take away the only one of two that the record has, or add the other',
  },
  {
    operations: /^POST \/revocations$/,
    answer: /^COULD_NOT_VALIDATE id id must be unique$/,
    because: 'an id may be taken',
  },
  {
    operations: /^PUT \/identities\/\{id\}\/trace$/,
    answer: /^COULD_NOT_VALIDATE duration time: invalid duration/,
    request: /"duration": "[^"]*\d{7}/,
    because: 'a duration may be too long to count',
  },
  {
    operations: /^POST \/current-api-session\/totp-token$/,
    answer: /^INVALID_BACKING_TOKEN_TYPE$/,
    because: 'only tokens of OpenID Connect, which are not served, can be exchanged',
  },
  {
    operations: /^\w+ \/[a-z-]+\/\{id\}$/,
    answer: /^METHOD_NOT_ALLOWED /,
    request: /^\w+ \/[a-z-]+\/ /,
    because:
      'Schemathesis takes ids from answers, also empty ones that its document does not allow',
  },
  {
    operations: /^(POST|PUT|PATCH) /,
    answer: /^COULD_NOT_PARSE_BODY \S+: expected an integer of 64 bits, found -?\d+$/,
    request: /-?92233720368547\d{5}\b/,
    because: 'numbers in JavaScript do not tell the last integers of 64 bits from the next one',
  },
]

export const explained: readonly Explained[] = [
  ...refused.map((row) => ({ ...row, check: 'positive_data_acceptance' })),
  {
    check: 'negative_data_rejection',
    operations: /^GET \/(edge-routers|identities|posture-checks|services)$/,
    answer: /^$/,
    request: /^(?!.*roleFilter=).*roleSemantic=/,
    because: 'how to match roles does not count where none are given',
  },
  {
    check: 'negative_data_rejection',
    operations: /^GET \/identities\/\{id\}\/services$/,
    answer: /^$/,
    request: /[?&]policyType=(&|$|\s)/,
    because: 'an empty parameter is one that is not given',
  },
  {
    check: 'negative_data_rejection',
    operations: /^(POST|PUT|PATCH) /,
    answer: /^$/,
    request: /\[(?:[^[\]]*, )?null[,\]]/,
    because: 'controllers read null among strings as an empty one',
  },
  {
    check: 'negative_data_rejection',
    operations: /^(POST|PUT|PATCH|DELETE) /,
    answer: /^$/,
    request: / null$/,
    because: 'controllers read null as a body without fields; generators of clients cannot',
  },
  {
    check: 'response_schema_conformance',
    operations: /^GET \/cas\/\{id\}\/jwt$/,
    answer: /^$/,
    because: 'Schemathesis takes application/jwt for JSON',
  },
  {
    check: 'unauthorized',
    operations: /^POST \/authenticate$/,
    answer: /^(INVALID_AUTH|UNAUTHORIZED)$/,
    because: 'credentials may be wrong',
  },
  {
    check: 'unauthorized',
    operations: /^POST \/current-identity\/mfa\/verify$/,
    answer: /^MFA_INVALID_TOKEN$/,
    because: 'a code may be wrong',
  },
  {
    check: 'unauthorized',
    operations: /^(PUT|PATCH) \/current-identity\/authenticators\/\{id\}$/,
    answer: /^UNAUTHORIZED currentPassword /,
    because: 'a password may be wrong',
  },
  {
    check: 'unauthorized',
    operations: /^POST \/current-identity\/authenticators\/\{id\}\/extend$/,
    answer: /^UNAUTHORIZED$/,
    because: 'a certificate is extended by who shows it',
  },
  {
    check: 'unauthorized',
    operations: /^POST \/authenticators\/\{id\}\/request-extend$/,
    answer: /^UNAUTHORIZED authenticator is not a certificate authenticator$/,
    because: 'a password cannot be extended',
  },
]

/** Finds the entry that expects a finding. */
export const findExplanation = (finding: SchemathesisFinding): Explained | undefined =>
  explained.find(
    ({ check, operations, answer, request }) =>
      check === finding.check &&
      operations.test(finding.operation) &&
      answer.test(finding.answer) &&
      (!request || request.test(finding.request)),
  )
