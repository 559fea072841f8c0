import { targets } from '../../src/schema/model.js'
import type { PageGroup } from './pages'
import { tools } from './tools'

const listNav = (all: readonly PageGroup[]): { text: string; link: string }[] => [
  ...tools.map(({ name, title }) => ({ text: title, link: `/${name}/` })),
  ...all.map(({ title, pages }) => ({ text: title, link: `/${pages[0]?.path ?? ''}` })),
]

/** The front page, as its front matter. */
export function createHome(all: readonly PageGroup[]): object {
  return {
    layout: 'home',
    hero: {
      name: 'routerfile',
      text: 'The configuration file of OpenZiti routers',
      tagline:
        'Check, fix, explain, upgrade and generate it, exactly as the router of a release reads it.',
      actions: listNav(all).map(({ text, link }, index) => ({
        theme: index === 0 ? 'brand' : 'alt',
        text,
        link,
      })),
    },
  }
}

type Place = { base: string; output: string }

function createConfig(all: readonly PageGroup[], { base, output }: Place): object {
  return {
    title: 'routerfile',
    description:
      'Check, fix, explain, upgrade and generate the configuration file of OpenZiti routers.',
    base,
    outDir: output,
    metaChunk: true,
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
    // Styles in attributes and in elements that scripts add are refused by the content security policy.
    appearance: { disableTransition: false },
    contentProps: { class: 'content-root' },
    themeConfig: {
      search: { provider: 'local' },
      releases: targets().map(({ line }) => line),
      release: targets().findLast(({ support }) => support === 'long-term')?.line,
      nav: listNav(all),
      sidebar: Object.fromEntries(
        all.map(({ title, listed }) => [
          `/${title.toLowerCase()}/`,
          listed.map((page) => ({ text: page.title, link: `/${page.path}` })),
        ]),
      ),
    },
  }
}

/** The module with the settings of VitePress. */
export const formatConfig = (
  all: readonly PageGroup[],
  place: Place,
): string => `const config = ${JSON.stringify(createConfig(all, place))}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

// Without colors: those of VitePress are style attributes, which the content security policy refuses. With a place in the
// order of focus, so that keys scroll what is too wide.
const highlight = (code) =>
  '<pre v-pre tabindex="0"><code>' + code.replace(/[&<>]/g, (character) => entities[character]) + '</code></pre>'

// Braces in a text are text, and no code of Vue.
const keepBraces = ({ renderer, utils }) => {
  const escape = (token) => utils.escapeHtml(token.content).replaceAll('{', '&#123;')
  renderer.rules.text = (tokens, index) => escape(tokens[index])
  renderer.rules.code_inline = (tokens, index) => '<code>' + escape(tokens[index]) + '</code>'
}

export default { ...config, markdown: { highlight, config: keepBraces } }
`
