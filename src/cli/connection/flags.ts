import { assignGroup } from '../flags.js'
import type { OptionsOf } from '../flags.js'

/** Secrets come only from files, variables, stdin or the terminal, because all users of a machine can see arguments. */
export const connectionFlags = assignGroup('Controller', {
  url: {
    value: 'URL',
    help: 'controller, as https://host:1280; repeatable',
    repeatable: true,
  },
  profile: { value: 'NAME', short: 'p', help: 'login kept by `api login`, or ziti:NAME' },
  'insecure-http': { help: 'allow http:// to another machine, unencrypted' },
  ca: { value: 'FILE', help: 'CA bundle of the controller in PEM' },
  pin: { value: 'PIN|FILE', help: 'SHA-256 of its certificate or CA, or token file' },
  username: { value: 'NAME', short: 'u', help: 'user name for a password login' },
  'password-file': { value: 'FILE', help: 'password, - for stdin (default: ask)' },
  identity: { value: 'FILE', help: 'identity file of ziti to sign in with' },
  cert: { value: 'FILE', help: 'client certificate in PEM to sign in with' },
  key: { value: 'FILE', help: 'key of the client certificate' },
  'token-file': { value: 'FILE', help: 'session token, - for stdin' },
  'external-jwt-file': { value: 'FILE', help: 'token of an external signer, - for stdin' },
  oidc: {
    value: 'true|false',
    optional: true,
    choices: ['true', 'false'],
    help: 'use OpenID Connect (default: for clusters)',
  },
  'no-oidc': { help: 'do not use OpenID Connect' },
})

export type ControllerOptions = OptionsOf<typeof connectionFlags>

/** Flags that name a file with a secret, without the suffix `-file`. */
export const secretFlags = ['password', 'token', 'external-jwt'] as const
