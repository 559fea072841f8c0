import { under } from '../example.js'
import type { Rule } from '../rule.js'

const names = ['cert', 'server_cert', 'key', 'ca', 'server_key'] as const

export const rootDirectoryPath: Rule = {
  id: 'root-directory-path',
  severity: 'info',
  summary: 'The identity files are in the root directory.',
  why: 'Generators put the value of a variable such as ZITI_HOME before the names of the files. If it was empty, the paths start at the root directory, where most routers cannot write.',
  examples: {
    bad: [
      under('identity')`
        cert: /router.cert #! \`/router.cert\`
        server_cert: /router.server.chain.cert
        key: /router.key
        ca: /router.cas
      `,
    ],
    good: [
      under('identity')`
        cert: /var/lib/ziti/router.cert
        server_cert: /var/lib/ziti/router.server.chain.cert
        key: /var/lib/ziti/router.key
        ca: /var/lib/ziti/router.cas
      `,
    ],
  },
  check: ({ knownConfig, report }) => {
    const rootFiles = names.flatMap((name) => {
      const value = knownConfig.identity?.[name]
      return typeof value === 'string' && /^\/+[^/]+$/.test(value) ? [{ name, value }] : []
    })
    const [first, ...others] = rootFiles
    if (!first) return
    const more = others.length === 0 ? '' : ` and ${others.length} more`
    report({
      path: ['identity', first.name],
      message: `\`${first.value}\`${more} ${rootFiles.length === 1 ? 'is' : 'are'} in the root directory. Perhaps a variable such as \`ZITI_HOME\` was empty when the file was generated. Write the directory of the identity files in the paths.`,
    })
  },
}
