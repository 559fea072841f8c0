import type { Token, Tokens } from 'marked'
import type { Child } from './dom.js'
import { createElement } from './dom.js'

/**
 * Renders Markdown. Markup in the text stays text, and links only lead to web pages, so untrusted
 * text is safe.
 *
 * @param toAddress Returns the address for a link, or undefined to show the link as text (the
 * default).
 */
export async function renderMarkdown(
  text: string,
  toAddress: (target: string) => string | undefined = () => undefined,
): Promise<DocumentFragment> {
  // Loaded with the first Markdown text, so that pages without one do not load it.
  const { Lexer } = await import('marked')
  const fragment = document.createDocumentFragment()
  fragment.append(...renderTokens(new Lexer({ gfm: true }).lex(text), toAddress))
  return fragment
}

type ToAddress = (target: string) => string | undefined

const renderTokens = (tokens: readonly Token[] = [], toAddress: ToAddress): Node[] =>
  tokens.flatMap((token) => renderToken(token, toAddress))

const headings = ['h3', 'h4', 'h5', 'h6'] as const

/** The token types of `marked` without extension tokens, which are not used here. */
type KnownToken =
  | Tokens.Blockquote
  | Tokens.Br
  | Tokens.Code
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Em
  | Tokens.Escape
  | Tokens.Heading
  | Tokens.Hr
  | Tokens.HTML
  | Tokens.Link
  | Tokens.List
  | Tokens.Paragraph
  | Tokens.Space
  | Tokens.Strong
  | Tokens.Table
  | Tokens.Text

function renderToken(given: Token, toAddress: ToAddress): Node[] {
  const token = given as KnownToken
  const wrap = (tag: keyof HTMLElementTagNameMap, tokens: readonly Token[] | undefined): Node[] => [
    createElement(tag, {}, ...renderTokens(tokens, toAddress)),
  ]
  switch (token.type) {
    case 'space':
      return []
    case 'paragraph':
      return wrap('p', token.tokens)
    case 'strong':
    case 'em':
    case 'del':
    case 'blockquote':
      return wrap(token.type, token.tokens)
    case 'heading':
      return wrap(headings[token.depth - 1] ?? 'h6', token.tokens)
    case 'br':
    case 'hr':
      return [createElement(token.type)]
    case 'codespan':
      return [createElement('code', {}, token.text)]
    case 'code':
      return [createElement('pre', {}, createElement('code', {}, token.text))]
    case 'list':
      return [
        createElement(
          token.ordered ? 'ol' : 'ul',
          {},
          ...token.items.map((item) =>
            createElement('li', {}, ...renderTokens(item.tokens, toAddress)),
          ),
        ),
      ]
    case 'table':
      return [renderTable(token, toAddress)]
    case 'link': {
      const href = toAddress(token.href)
      const children = renderTokens(token.tokens, toAddress)
      return href === undefined
        ? children
        : [createElement('a', { href, target: '_blank', rel: 'noreferrer' }, ...children)]
    }
    case 'text':
      return 'tokens' in token && token.tokens
        ? renderTokens(token.tokens, toAddress)
        : [new Text(token.text)]
    case 'escape':
      return [new Text(token.text)]
    default:
      return [new Text(token.raw)]
  }
}

function renderTable({ header, rows }: Tokens.Table, toAddress: ToAddress): Node {
  const renderRow = (tag: 'th' | 'td', cells: readonly Tokens.TableCell[]): Child =>
    createElement(
      'tr',
      {},
      ...cells.map(({ tokens }) => createElement(tag, {}, ...renderTokens(tokens, toAddress))),
    )
  return createElement(
    'table',
    {},
    createElement('thead', {}, renderRow('th', header)),
    createElement('tbody', {}, ...rows.map((cells) => renderRow('td', cells))),
  )
}
