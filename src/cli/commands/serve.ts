import type { Command } from '../command.js'
import { commonFlags } from '../flags.js'

/** The embedded management service, until it is interrupted. */
export const serve: Command = {
  name: 'serve',
  usage: '--data FOLDER',
  summary: 'serve the management API from records of this machine, for trials and tests',
  flags: {
    help: commonFlags['help'] ?? { help: '' },
    data: {
      value: 'FOLDER',
      help: 'where the records are kept; made if it is not there. `:memory:` keeps them until the program ends',
    },
    port: { value: 'PORT', help: 'port to listen on (default 1280; 0 for any that is free)' },
    host: {
      value: 'HOST',
      help: 'name or IP address to listen on (default 127.0.0.1, which only this machine reaches)',
    },
    address: {
      value: 'HOST:PORT',
      help: 'what tokens name as the address of the service, where clients reach it by another than --host and --port',
    },
    admin: {
      value: 'NAME',
      help: 'user name of the administrator of a new service (default admin). The password comes from ROUTERFILE_ADMIN_PASSWORD or --password-file; without either, one is made and shown once',
    },
    'password-file': {
      value: 'FILE',
      help: 'file with the password of the administrator of a new service',
    },
    cert: {
      value: 'FILE',
      help: 'certificate to show, as PEM, with those above it; by default the service makes an authority and a certificate of its own',
    },
    key: { value: 'FILE', help: 'key of the certificate, as PEM' },
    'insecure-http': {
      help: 'serve plain HTTP instead of HTTPS, which is done on loopback only',
    },
    cors: {
      value: 'ORIGIN',
      help: 'let web pages of this origin, or of all with `*`, use the service',
    },
    export: {
      value: 'FILE',
      help: 'write all records as lines of JSON, secrets too, to a file or with `-` to the output, and end',
    },
    import: {
      value: 'FILE',
      help: 'fill an empty data folder with what was exported, from a file or with `-` from the input, and end',
    },
  },
  isAlone: true,
  run: async (flags, streams) => (await import('./serve/serving.js')).serve(flags, streams),
}
