import { under, yaml } from '../example.js'
import type { Rule } from '../rule.js'

export const managedConfigShadowed: Rule = {
  id: 'managed-config-shadowed',
  severity: 'info',
  except: [{ in: 'no-managed-config', severity: 'off' }],
  summary: 'Link settings from the controller are allowed, but the file has its own.',
  why: 'With a link listener or dialer in the file, the router ignores the link settings from the controller.',
  examples: {
    bad: [
      {
        text: yaml`
          managedConfig:
            allow: [router.link] #! ignores link settings
          link:
            dialers:
              - binding: transport
        `,
        target: '2.1',
      },
    ],
    good: [
      {
        text: under('managedConfig')`allow: [router.link]`,
        without: ['link'],
        target: '2.1',
      },
    ],
  },
  needs: { keys: ['managedConfig'] },
  suggest: (path, { document }) => {
    const [first, ...others] = ['listeners', 'dialers']
      .map((name) => ['link', name])
      .filter((place) => document.find(place))
    return [
      { path },
      ...(first
        ? [
            {
              title: `remove the links of this file, for those of the controller`,
              path: first,
              ...(others[0] && { alsoApply: { path: others[0] } }),
            },
          ]
        : []),
    ]
  },
  check: ({ knownConfig, report }) => {
    const index =
      knownConfig.managedConfig?.allow?.findIndex(
        (kind) => kind === 'all' || kind?.startsWith('router.link'),
      ) ?? -1
    if (index < 0 || !(knownConfig.link?.listeners?.length || knownConfig.link?.dialers?.length))
      return
    report({
      path: ['managedConfig', 'allow', index],
      message:
        'The router ignores link settings from the controller because the file has its own link listeners or dialers',
    })
  },
}
