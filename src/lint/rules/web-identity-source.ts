import { consequences } from '../../schema/messages.js'
import { inBindPoints } from '../example.js'
import type { Rule } from '../rule.js'

export const webIdentitySource: Rule = {
  id: 'web-identity-source',
  severity: 'error',
  except: [{ in: 'web-on-underlay-only', severity: 'off' }],
  summary: 'A bind point on a service has no identity.',
  why: `The SDK identity comes from a file or from an environment variable. Without one the router ${consequences.refuses}.`,
  examples: {
    bad: [
      inBindPoints`
        - identity: #! Both \`file\` and \`env\`
            service: health
      `,
      inBindPoints`
        - identity:
            service: health
            file: 7 #! does not name an identity
      `,
      inBindPoints`
        - identity:
            service: health
            env: HEALTH_IDENTITY
            file: "" #! is empty
      `,
      {
        text: inBindPoints`
          - identity:
              service: health
              env: HEALTH_IDENTITY #! is not set
        `,
        env: {},
      },
    ],
    good: [
      inBindPoints`
        - identity:
            service: health
            env: HEALTH_IDENTITY
      `,
      inBindPoints`
        - identity:
            service: health
            file: \${HEALTH_IDENTITY}
      `,
    ],
  },
  needsValidSyntax: true,
  needs: { keys: ['web'] },
  replaces: ['wrong-type', 'empty-value', 'unset-variable'],
  suggest: (path, { document }) => {
    const mapPath = ['file', 'env'].includes(String(path.at(-1))) ? path.slice(0, -1) : path
    const file = [...mapPath, 'file']
    const isText = document.find(file)?.value.kind !== 'map'
    return isText ? [{ path: file, value: 'pki/web.identity.json' }] : []
  },
  check: ({ document, knownConfig, environment, report }) => {
    knownConfig.web?.forEach(({ bindPoints = [] }, serverIndex) => {
      bindPoints.forEach(({ identity }, index) => {
        if (!identity || identity.file) return
        const path = ['web', serverIndex, 'bindPoints', index, 'identity']
        const [file, env] = ['file', 'env'].map((name) => document.find([...path, name])?.value)
        if (identity.file === '')
          return report({
            path: [...path, 'file'],
            message: '`file` is empty',
            consequence: 'refuses',
            replacedRules: ['unset-variable'],
          })
        // Values that depend on unknown variables are not loaded.
        if (file?.kind === 'text' || (env?.kind === 'text' && identity.env === undefined)) return
        if (identity.env && (environment === undefined || environment[identity.env])) return
        if (identity.env)
          return report({
            path: [...path, 'env'],
            message: 'The variable in `env` is not set, and `file` is missing',
            consequence: 'refuses',
          })
        const writtenKey = file ? 'file' : env && 'env'
        if (!writtenKey)
          return report({
            path,
            on: 'key',
            message: 'Both `file` and `env` are missing',
            consequence: 'refuses',
            remedy: 'Set one of them',
          })
        report({
          path: [...path, writtenKey],
          message: `\`${writtenKey}\` does not name an identity, and there is no other`,
          consequence: 'refuses',
          replacedRules: ['wrong-type', 'empty-value', 'unset-variable'],
        })
      })
    })
  },
}
