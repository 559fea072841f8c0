import { hasOnlySections } from './evidence.js'

/** A language in which router files occur as parts of other files, and the text that identified it. */
type FoundLanguage = { looksLike: string; sign: string }

/**
 * The language of a text that is a program or a page, although it may contain a whole router file: its lines look like
 * those of a router file with mistakes. Takes linear time.
 */
export function findLanguage(text: string): FoundLanguage | undefined {
  const [shebang] = /^#![ \t]*\/.*/.exec(text.slice(0, 100)) ?? []
  // The first line is a comment of YAML, too: what follows it decides.
  if (shebang !== undefined && !hasOnlySections(text))
    return { looksLike: 'a script', sign: shebang.trimEnd() }
  return findHeredoc(text) ?? findFence(text)
}

const heredocStart =
  /(?<assignment>[=(,][ \t]*)?(?<!<)<<(?:-|~)?[ \t]*(["']?)(?<tag>[A-Za-z_]\w*)\2(?=[ \t]*(?<rest>.?))/g

/** A line with nothing but a word. */
const wordLine = /^(?<indent>[ \t]*)(?<word>[A-Za-z_]\w*)[ \t]*\r?$/gm

/** A string of several lines that ends with a line of its tag, as in Terraform and in shells; YAML has none. */
function findHeredoc(text: string): FoundLanguage | undefined {
  if (!text.includes('<<')) return undefined
  const starts = new Map<string, { at: number; isTerraform: boolean; sign: string }>()
  for (const { 0: match, index, groups = {} } of text.matchAll(heredocStart)) {
    const { assignment, tag = '', rest } = groups
    if (starts.has(tag)) continue
    const isTerraform = assignment !== undefined && rest === ''
    starts.set(tag, { at: index, isTerraform, sign: match.replace(/^[^<]*/, '') })
  }
  if (starts.size === 0) return undefined
  for (const { index, groups = {} } of text.matchAll(wordLine)) {
    const start = starts.get(groups['word'] ?? '')
    if (!start || start.at > index) continue
    if (start.isTerraform) return { looksLike: 'a Terraform file', sign: start.sign }
    // Spaces before the tag belong to a string of YAML in which there is a script.
    if (!groups['indent']?.includes(' ')) return { looksLike: 'a shell script', sign: start.sign }
  }
  return undefined
}

/** A code block after at least one sentence; a router file that was copied with the marks of its block has none. */
function findFence(text: string): FoundLanguage | undefined {
  const fence = /^(?:```|~~~).*$/m.exec(text)
  return fence && sentence.test(text.slice(0, fence.index))
    ? { looksLike: 'a Markdown file', sign: fence[0].trimEnd() }
    : undefined
}

/** A line of several words that is not indented and has no value. */
const sentence = /^[A-Za-z][^\s:]* [^\s:]+ [^\n:]*:?\r?$/m

/**
 * Whether the name of a file says that it is written in another language. Such a file is a router file only if a router
 * could read it as it is: what looks like a mistake is the other language.
 */
export function isOtherLanguageName(path: string): boolean {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  return otherEnds.has(name.slice(Math.max(0, name.lastIndexOf('.'))))
}

const otherEnds = new Set([
  ...'dockerfile containerfile makefile jenkinsfile vagrantfile'.split(' '),
  ...[
    'md mdx markdown rst adoc asciidoc txt htm html xml svg csv log diff patch',
    'tf tfvars hcl nomad nix toml ini properties service dockerfile sql',
    'sh ash bash zsh zash bsh fish ps1 psm1 bat cmd',
    'py rb pl php lua go rs java kt kts swift c h cc cpp hpp cs',
    'js jsx cjs cjsx mjs mjsx ts tsx cts ctsx mts mtsx',
  ].flatMap((line) => line.split(' ').map((extension) => `.${extension}`)),
])
