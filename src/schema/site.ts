import { withoutTail } from '../document/tails.js'

declare const PACKAGE_HOMEPAGE: string | undefined

/**
 * The URL of the published site with a slash at its end, from `homepage` of `package.json` when the package was built;
 * undefined if no site is published. The documentation is then only in the package and in `routerfile ui`.
 */
export const siteUrl =
  typeof PACKAGE_HOMEPAGE === 'string' ? `${withoutTail(PACKAGE_HOMEPAGE, /\//)}/` : undefined

/** The pages of rules whose findings are not about the content of a router file. */
const otherPages: Readonly<Record<string, string>> = {
  configuration: 'guides/configuration',
  'template-syntax': 'guides/templates',
  'too-complicated': 'guides/templates#templates-that-are-too-complicated',
}

/** The page of a rule, as a path below the site. */
export const toRulePath = (rule: string): string => otherPages[rule] ?? `rules/${rule}`

/** The page of a rule, as a file below the folder of the documentation. */
export const toRuleFile = (rule: string): string =>
  `${toRulePath(rule).replace('guides/', '').replace(/#.*/, '')}.md`

/** The page of a key, as a path below the site: `listeners[binding=edge].options` has `keys/listeners.edge.options`. */
export const toKeyPath = (path: string): string =>
  `keys/${path
    .replaceAll(/\[\d*\]/g, '')
    .replaceAll(/\[binding=([^[\]]*)\]/g, '.$1')
    .replaceAll(/[^\w.-]/g, '_')}`

export const getRuleUrl = (rule: string): string | undefined =>
  siteUrl && siteUrl + toRulePath(rule)

/** The URL of the page of a key, for the `path` of its `Description`; undefined if no site is published. */
export const getKeyUrl = (path: string): string | undefined => siteUrl && siteUrl + toKeyPath(path)
