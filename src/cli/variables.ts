/** Environment variables that start with `ROUTERFILE_`. Most are named after a flag, which wins over the variable. */
export const flagVariables = [
  ['target', 'Release of the routers, as `--target`.'],
  ['platform', 'System of the routers, as `--platform`: `linux` or `windows`.'],
  ['rule', 'Severities of rules, as `--rule`: `trace-enabled=off,csr-missing=info`.'],
  ['env-file', "File with the router's environment variables, as `--env-file`."],
  ['check', 'What to check on this machine, as `--check`.'],
  ['level', 'Hides findings below this severity, as `--level`.'],
  ['quiet', 'Shows errors only, as `--quiet`.'],
  ['fail-on', 'Exits with 1 from this severity on, as `--fail-on`.'],
  ['max-warnings', 'Exits with 1 if there are more warnings than this, as `--max-warnings`.'],
  ['baseline', 'Baseline of known findings, as `--baseline`.'],
  ['require-files', 'Exits with 2 if there is no router file, as `--require-files`.'],
  ['config', 'The only configuration file to use, as `--config`.'],
  ['isolated', 'Uses no configuration file, as `--isolated`.'],
  [
    'trust-config',
    'Lets configuration files name files outside of their project, as `--trust-config`.',
  ],
  ['cache-key', 'Key of a cache that several machines share, for `--cache`.'],
  ['url', 'Address of the controller, as `--url`.'],
  ['profile', 'Login to use, as `--profile`.'],
  ['username', 'User name for a password login, as `--username`.'],
  ['password', 'Password of the user, instead of `--password-file`.'],
  ['token', 'Session token, instead of `--token-file`.'],
  ['external-jwt', 'Token of an external signer, instead of `--external-jwt-file`.'],
  ['totp', 'Code of the second factor.'],
  ['identity', 'Identity file of ziti to sign in with, as `--identity`.'],
  ['cert', 'Client certificate to sign in with, as `--cert`.'],
  ['key', 'Key of the client certificate, as `--key`.'],
  ['ca', 'CA bundle of the controller, as `--ca`.'],
  ['pin', "Fingerprint of the controller's certificate or CA, as `--pin`."],
  ['store', 'Where `api login` keeps secrets, as `--store`.'],
  ['jwt', 'Enrollment token for `generate`, instead of `--jwt`.'],
  ['admin-password', 'Password of the administrator for `serve`, instead of `--password-file`.'],
] as const

/** The name of a flag with an environment variable, or of a setting that only a variable sets. */
export type VariableFlag = (typeof flagVariables)[number][0]

/** Environment variables that other programs also read. */
export const commonVariables = {
  NO_COLOR: 'Switches colors off, whatever its value.',
  FORCE_COLOR: 'Switches colors on; `0` switches them off.',
  COLUMNS: 'Width of the output if it does not go to a terminal.',
  CI: 'Switches questions and progress off.',
  HTTPS_PROXY: 'Proxy for connections to controllers; `HTTP_PROXY` and `NO_PROXY` apply as well.',
  NODE_EXTRA_CA_CERTS: 'File with further authorities that connections trust.',
  NODE_DISABLE_COMPILE_CACHE: 'Keeps `lint` from storing compiled code beside the program.',
  XDG_CONFIG_HOME: 'Directory of the logins and of the key of caches (default: `~/.config`).',
} as const
