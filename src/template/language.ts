/**
 * The template languages: Go templates (also Helm's), Jinja2 (also Ansible's), templates of Terraform's `templatefile`,
 * and texts with variables such as `${NAME}`, which `envsubst` replaces.
 */
export type TemplateLanguage = 'go' | 'jinja' | 'terraform' | 'variables'

/** The languages as people call them, with the article. */
export const languageNames: Readonly<Record<TemplateLanguage, string>> = {
  go: 'a Go template',
  jinja: 'a Jinja template',
  terraform: 'a Terraform template',
  variables: 'a template with variables',
}

const jinjaNamePattern = /\.(?:j2|jinja2?)$/i
const goNamePattern = /\.(?:gotmpl|tpl)$/i
const terraformNamePattern = /\.(?:tftpl|tftmpl)$/i
const templateNamePattern = /\.(?:tmpl|tftpl|tftmpl|tpl|gotmpl|j2|jinja2?|template|envsubst)$/i

export const isTemplateName = (path: string): boolean => templateNamePattern.test(path)

/** Syntax of Go templates that Jinja does not have. */
const goSyntaxPattern =
  /\{\{-?\s*(?:\/\*|[.$]|(?:if|else|end|range|with|define|block|template|include|printf|toYaml|tpl|required|quote|default|not|eq|ne)\b(?!\s*[|}(]))/

/** A directive of a Terraform template, such as `%{ if`. */
const terraformDirectivePattern = /(?<!%)%\{~?\s*(?:if|for|else|endif|endfor)\b/

const hasTerraformDirective = (text: string): boolean => terraformDirectivePattern.test(text)

/** A file that may be a template. */
export type TemplateSource = {
  path: string
  text: string
  /** Whether the caller says that the file is a template of a router file. */
  isDeclared?: boolean
}

/**
 * The language of a template; undefined if the file is not a template. A file with the name of a Jinja template needs
 * no tags. A file that has variables such as `$NAME`, but no tags, is a template only if its name or the caller says
 * so: in other files, the router itself expands variables.
 */
export function detectLanguage(
  text: string,
  { path, isDeclared = false }: { path: string; isDeclared?: boolean },
): TemplateLanguage | undefined {
  const hasBraces = text.includes('{{')
  if (hasTerraformDirective(text)) return 'terraform'
  if (terraformNamePattern.test(path)) return text.includes('${') ? 'terraform' : undefined
  if (text.includes('{%')) return 'jinja'
  if (hasBraces) {
    if (jinjaNamePattern.test(path)) return 'jinja'
    return goNamePattern.test(path) || goSyntaxPattern.test(text) ? 'go' : 'jinja'
  }
  if (jinjaNamePattern.test(path)) return 'jinja'
  const isTemplate = isDeclared || isTemplateName(path)
  return isTemplate && /\$(?:\{|\w)/.test(text) ? 'variables' : undefined
}

/** A command that renders a template with a usual program for its language. */
export function suggestCommand(path: string, text: string, language: TemplateLanguage): string {
  if (language === 'variables') return `envsubst < ${path}`
  if (language === 'terraform')
    return `echo 'templatefile("${path}", jsondecode(file("VALUES.json")))' | terraform console`
  if (language === 'jinja')
    return `ansible localhost -m template -a "src=${path} dest=FILE" -e @VALUES`
  return /\.(?:Values|Release|Chart)\b/.test(text)
    ? `helm template . --values VALUES`
    : `gomplate -f ${path} -c .=VALUES`
}

export const describeTooComplicated = (
  path: string,
  text: string,
  language: TemplateLanguage,
): string =>
  `too complicated to check: its branches, loops and values have too many results. Render it with \`${suggestCommand(path, text, language)}\` and lint the result.`
