import { listTargets } from '../../src/schema/model.js'
import { groupByTask } from './guides'
import type { SitePage } from './key-pages'
import type { PageGroup } from './pages'
import { tools } from './tools'

const listNav = (
  all: readonly PageGroup[],
): { text: string; link: string; activeMatch?: string }[] => [
  ...tools.map(({ name, title }) => ({ text: title, link: `/${name}/` })),
  ...all.map(({ title, pages }) => ({
    text: title,
    link: `/${pages[0]?.path ?? ''}`,
    activeMatch: `^/${title.toLowerCase()}/`,
  })),
]

const toItem = ({ title, path }: SitePage): { text: string; link: string } => ({
  text: title,
  link: `/${path}`,
})

/** Parts of the theme that no page uses; leaving them out makes every first visit faster. */
const unusedParts = [
  'VPHome',
  'VPFooter',
  'VPNavBarTranslations',
  'VPNavScreenTranslations',
  'VPNavBarSocialLinks',
  'VPNavScreenSocialLinks',
  'VPDocAsideCarbonAds',
  'VPDocFooterLastUpdated',
]

type Place = { base: string; output: string }

function createConfig(all: readonly PageGroup[], { base, output }: Place): object {
  return {
    title: 'routerfile',
    description:
      'Check, fix, explain, upgrade and generate the configuration file of OpenZiti routers.',
    base,
    outDir: output,
    metaChunk: true,
    // Visitors should not download pages that they do not open.
    router: { prefetchLinks: false },
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
    // The content security policy blocks style attributes, and style elements that scripts add.
    appearance: { disableTransition: false },
    contentProps: { class: 'content-root' },
    themeConfig: {
      search: { provider: 'local' },
      releases: listTargets().map(({ line }) => line),
      release: listTargets().findLast(({ support }) => support === 'long-term')?.line,
      nav: listNav(all),
      sidebar: Object.fromEntries(
        all.map(({ title, listed }) => [
          `/${title.toLowerCase()}/`,
          title === 'Guides'
            ? groupByTask(listed).map((group) => ({
                text: group.title,
                items: group.pages.map(toItem),
              }))
            : listed.map(toItem),
        ]),
      ),
    },
  }
}

/** Where a long name such as `link.dialers.connectTimeoutMs` may wrap: between its words. */
export const nameBreaks = /(?<=[.\]])(?=\w)|(?<=[a-z])(?=[A-Z])/g

/** Formats the module with the settings of VitePress. */
export const formatConfig = (
  all: readonly PageGroup[],
  place: Place,
): string => `import { highlight } from './theme/highlight.js'

const config = ${JSON.stringify(createConfig(all, place))}

// Escapes braces in text, which Vue would otherwise evaluate.
const keepBraces = ({ renderer, utils }) => {
  const escape = (token) => utils.escapeHtml(token.content).replaceAll('{', '&#123;')
  renderer.rules.text = (tokens, index) => escape(tokens[index])
  renderer.rules.code_inline = (tokens, index) => {
    const code = escape(tokens[index])
    return '<code>' + (/^[\\w.[\\]=-]{16,}$/.test(code) ? code.replace(${String(nameBreaks)}, '<wbr>') : code) + '</code>'
  }
}

// Adds the words of a camel-case key, such as 'connect timeout', to the search index.
const formatWords = (title) =>
  title.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^A-Za-z]+/g, ' ').trim().toLowerCase()
const _render = (source, env, md) => {
  const page = md.render(source, env)
  if (!env.relativePath.startsWith('keys/')) return page
  return page.replace(/<h1[^]*?<\\/h1>/, (heading) => heading.replaceAll('<wbr>', '') + '<p>' + formatWords(env.frontmatter.title) + '</p>')
}
config.themeConfig.search.options = { _render }

// Replaces components of the theme that no page uses by an empty one.
const find = (path) => new URL(path, import.meta.url).pathname
const vite = {
  resolve: {
    alias: [
      { find: /^.*\\/(?:${unusedParts.join('|')})\\.vue$/, replacement: find('./theme/Nothing.vue') },
      { find: /^.*\\/copyCode$/, replacement: find('./theme/copy-code.js') },
    ],
  },
}

// Adds the class that the theme's scripts add only after the first paint, because the bar would move then.
const transformHtml = (page) =>
  page.includes('VPNavBarTitle has-sidebar')
    ? page.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar"')
    : page

export default {
  ...config,
  markdown: { highlight, config: keepBraces },
  transformHtml,
  vue: { features: { optionsAPI: false } },
  vite,
}
`
