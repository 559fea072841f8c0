import type { Flags } from '../flags.js'

/** Flags that say which controller, and as whom. What is secret comes from files, variables, standard input or the terminal alone: everybody on a machine sees arguments. */
export const connectionFlags: Flags = {
  url: {
    value: 'URL',
    help: 'address of the controller, such as https://host:1280 (ROUTERFILE_URL)',
  },
  profile: {
    value: 'NAME',
    short: 'p',
    help: 'a login that `routerfile api login` has kept, or one of the program ziti, as in ziti:default (ROUTERFILE_PROFILE)',
  },
  ca: {
    value: 'FILE',
    help: 'the authorities that vouch for the controller, in PEM (ROUTERFILE_CA)',
  },
  pin: {
    value: 'FINGERPRINT|FILE',
    help: 'instead: the SHA-256 fingerprint of its certificate, or a file with an enrollment token of it; its authorities are got from it then (ROUTERFILE_PIN)',
  },
  username: {
    value: 'NAME',
    short: 'u',
    help: 'who signs in with a password (ROUTERFILE_USERNAME)',
  },
  'password-file': {
    value: 'FILE',
    help: 'file with the password, - for standard input; otherwise the variable ROUTERFILE_PASSWORD counts, and on a terminal it is asked for',
  },
  identity: {
    value: 'FILE',
    help: 'an identity file of ziti, whose certificate signs in (ROUTERFILE_IDENTITY)',
  },
  cert: { value: 'FILE', help: 'a client certificate in PEM, which signs in (ROUTERFILE_CERT)' },
  key: { value: 'FILE', help: 'its key (ROUTERFILE_KEY)' },
  'token-file': {
    value: 'FILE',
    help: 'file with the token of a session, - for standard input (or the variable ROUTERFILE_TOKEN)',
  },
  'external-jwt-file': {
    value: 'FILE',
    help: 'file with a token of an external signer, - for standard input (or the variable ROUTERFILE_EXTERNAL_JWT)',
  },
}

/** Flags that name a file with a secret, without `-file` at their ends. */
export const secretFlags = ['password', 'token', 'external-jwt'] as const
