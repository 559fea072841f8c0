import type { Flags, OptionsOf } from '../../flags.js'
import { commonFlags, assignGroup } from '../../flags.js'

export const serveFlags = {
  help: commonFlags.help,
  ...assignGroup('Input', {
    data: { value: 'FOLDER', help: 'where to keep the records, or :memory:' },
    routers: { value: 'FOLDER', help: 'config files to show as running routers (fabric API)' },
    import: { value: 'FILE', help: 'fill an empty data folder from FILE or -, and exit' },
  }),
  ...assignGroup('Output', {
    export: { value: 'FILE', help: 'write all records and their secrets to FILE or -' },
    log: { value: 'FORMAT', help: 'log each request to standard error: json' },
  }),
  target: commonFlags.target,
  ...assignGroup('Addresses', {
    port: {
      value: 'PORT',
      integerDescription: 'a whole number',
      max: 65_535,
      help: 'port (default: 1280; 0: any free port)',
    },
    host: { value: 'HOST', help: 'address to listen on (default: 127.0.0.1)' },
    address: { value: 'HOST:PORT', help: 'address of the API in tokens, for clients' },
    'ctrl-address': { value: 'HOST:PORT', help: 'control address in tokens, for routers' },
  }),
  ...assignGroup('Login', {
    admin: { value: 'NAME', help: 'administrator of a new service (default: admin)' },
    'password-file': {
      value: 'FILE',
      help: 'its password (default: ROUTERFILE_ADMIN_PASSWORD)',
    },
    'reset-password': { help: 'give it this password, or a new one, and exit' },
  }),
  ...assignGroup('Advanced', {
    cert: { value: 'FILE', help: 'server certificate in PEM (default: generated)' },
    key: { value: 'FILE', help: 'key of the certificate in PEM' },
    'insecure-http': { help: 'plain HTTP instead of HTTPS, on loopback only' },
    'allow-local-jwks': { help: 'fetch keys of JWT signers from this machine too' },
    cors: { value: 'ORIGIN', help: 'allow web pages of this origin, or * for all' },
  }),
} as const satisfies Flags

export type ServeOptions = OptionsOf<typeof serveFlags>
