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
    features,
  }
}

/** What the site is for, each with the page where to try it. */
const features = [
  {
    title: 'See what the router would do',
    details:
      'It ignores misspelled keys without a word and crashes on some values. Findings name the key, what happens, and what to write.',
    link: '/playground/',
  },
  {
    title: 'Every value, and its origin',
    details:
      'The effective configuration: values of the file, defaults, and values that the router replaces.',
    link: '/guides/effective',
  },
  {
    title: 'Upgrade without surprises',
    details:
      'What changes for your file between two releases, from 0.30 to 2.1, and the safe fixes.',
    link: '/playground/#sample=written-for-another-release',
  },
  {
    title: 'From a token to a running router',
    details: 'A file, a unit or a container, and the commands to run, from an enrollment token.',
    link: '/generator/',
  },
  {
    title: 'Who links with whom, and why not',
    details: 'Drop the files of a network and see its links, its gaps and their reasons.',
    link: '/mesh/',
  },
  {
    title: 'In your editor and in CI',
    details:
      'The same findings in VS Code, Neovim, Emacs and others, on the command line and in CI.',
    link: '/guides/editor',
  },
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
    // Nobody pays for pages that they do not open.
    router: { prefetchLinks: false },
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

// The search knows words: those of a name like connectTimeout are added to the titles of keys, in the index only.
const formatWords = (title) =>
  title.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[^A-Za-z]+/g, ' ').trim().toLowerCase()
const _render = (source, env, md) => {
  const page = md.render(source, env)
  if (!env.relativePath.startsWith('keys/')) return page
  return page.replace(/(<h1[^>]*>)([^<]*)/, (_, tag, title) => tag + title + ' (' + formatWords(title) + ')')
}
config.themeConfig.search.options = { _render }

export default { ...config, markdown: { highlight, config: keepBraces } }
`
