/** A subject that is not a command, as `routerfile help NAME` explains it. */
export type Topic = { name: string; summary: string; page: string; text: string }

export const topics: readonly Topic[] = [
  {
    name: 'suppressions',
    summary: 'comments that hide findings',
    page: 'docs/suppressions.md',
    text: `
Suppression comments hide findings in a router config file. Name the rules
(none means all of them) and, after \`--\`, the reason:

  # routerfile disable-next-line octal-number -- 4096 is intended
  faultTxInterval: 010000

  disable-line        its own line
  disable-next-line   the next line
  disable ... enable  the lines between the two comments
  disable-file        the whole file

A comment that hides nothing is reported. --no-suppressions shows what
comments hide.
`,
  },
  {
    name: 'baseline',
    summary: 'report new findings only',
    page: 'docs/suppressions.md',
    text: `
A baseline lists known findings, so that only new ones are reported:

  routerfile lint . --write-baseline baseline.json   record today's findings
  routerfile lint . --baseline baseline.json         report new findings only
  routerfile lint . --baseline baseline.json --prune-baseline
                                                     remove fixed findings

Findings are recognized by rule, key and value: lines may move, and messages
may be reworded. The configuration key is \`baseline: baseline.json\`.
`,
  },
  {
    name: 'embedded',
    summary: 'router files inside of other files',
    page: 'docs/embedded.md',
    text: `
Router files in the strings of other files are checked where they are:
ConfigMaps and Secrets (also in base64), Helm values, \`content\` of Compose,
cloud-init and Ansible, and Terraform heredocs without expressions:

  routerfile lint deploy/
  helm template site | routerfile lint -
  routerfile fix deploy/configmap.yaml
  routerfile effective deploy/all.yaml#ConfigMap/north:router.yaml

Lines are those of the outer file. Reports name the part after the path:
deploy/all.yaml#ConfigMap/north:router.yaml. Fixes keep the quotes and
indentation of the outer file; a fix that would change more is skipped. fmt
and upgrade work on all parts, effective and diff on one of them.
`,
  },
  {
    name: 'configuration',
    summary: 'settings for the files of a folder',
    page: 'docs/configuration.md',
    text: `
Settings for a folder and everything below go into
routerfile.config.yaml (or .yml, .json, or the key routerfile in package.json):

  target: "1.6"            release of the routers
  platform: windows        system of the routers: linux or windows
  level: warning           hide findings below this severity
  failOn: warning          exit with 1 from this severity on
  rules:
    trace-enabled: off     severity of a rule: error, warning, info or off
  envFile: router.env      environment variables of the router
  exclude: [templates]     files and folders to skip
  baseline: baseline.json  known findings

Flags win over environment variables (such as ROUTERFILE_TARGET), and these
over the configuration. \`routerfile lint --print-config FILE\` shows what applies
to a file and where it is set.
`,
  },
]
