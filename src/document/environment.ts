/** The names of variables whose values are used, but never shown; copies of an environment keep this property. */
const hiddenNames = Symbol('hidden names')

/** The environment of the router; without one, every variable is unknown. */
export type Environment = Readonly<Record<string, string | undefined>> & {
  /** @internal */
  readonly [hiddenNames]?: ReadonlySet<string>
}

/** The origin of a variable: the name of a setting, or a place in a file. */
export type VariableOrigin = { setting: string } | FilePlace

/** A place in a file, by its absolute path. */
export type FilePlace = { file: string; place: { line: number; character: number; length: number } }

/** A description of where a variable is set, and the place if that is in a file. */
export type VariablePlace = { label: string; target?: FilePlace }

/** Finds where a variable is set; undefined if that is not known. */
export type FindVariable = (name: string) => VariablePlace | undefined

export type Variable = { name: string; value: string; origin: VariableOrigin }

/** Combines variables into an environment; of several with the same name, the last one wins. */
export const toEnvironment = (variables: readonly Variable[]): Environment =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]))

/**
 * Copies an environment and hides the named variables: their values are used, but never shown. The names replace those
 * of an earlier call.
 */
export const hideValues = (environment: Environment, names: Iterable<string>): Environment => ({
  ...environment,
  [hiddenNames]: new Set(names),
})

export const isHiddenVariable = (environment: Environment, name: string): boolean =>
  environment[hiddenNames]?.has(name) === true

export type ExpandedText = {
  text: string
  /** Whether the text depends on variables of an unknown environment. Then `text` is not expanded. */
  isUnknown: boolean
  /** References that became empty: `${}`, an unclosed `${`, and unset variables. Does not include `shellReferences`. */
  unsetReferences: readonly string[]
  /**
   * References in braces with more than a name, such as `${NAME:-x}`. The router reads everything in the braces as the
   * name.
   */
  shellReferences: readonly string[]
}

/**
 * Matches a dollar sign with its reference: `${NAME}`, `$NAME`, a special name of one character such as `$1` or `${?}`,
 * `${}` or an unclosed `${`. Names in braces are limited in length, because many unclosed `${` would otherwise take
 * quadratic time.
 */
const variableReferencePattern =
  /\$(?:\{([*#$@!?0-9-])\}|\{([^}]{0,1024})\}|([*#$@!?0-9-])|([A-Za-z0-9_]+)|(\{))/g

/** A reference to a variable in a text, from its dollar sign to its end. */
export type VariableReference = { name: string; start: number; end: number }

export const listVariableReferences = (text: string): VariableReference[] =>
  [...text.matchAll(variableReferencePattern)].flatMap(
    ({ index, 0: reference, 1: special, 2: bracedName, 3: bareSpecial, 4: bare }) => {
      const name = special ?? bracedName ?? bareSpecial ?? bare ?? ''
      return name === '' ? [] : [{ name, start: index, end: index + reference.length }]
    },
  )

/**
 * Matches the start of a shell reference (a dollar sign, a name, and the operator before a default if there is one), or
 * a closing brace, which may end a reference.
 */
const referencePartPattern = /\$(?:\{(\w*)(:?[-=+?])?|(\w+))|\}/g

/** The variables in the syntax of shells, including those in defaults: `A` and `B` in `${A:-${B:-x}}`. */
export const listVariableNames = (text: string): { name: string; start: number }[] =>
  text.includes('$')
    ? [...text.matchAll(referencePartPattern)].flatMap(
        ({ 0: part, 1: bracedName, 3: bare, index }) =>
          part === '}' ? [] : [{ name: bracedName ?? bare ?? '', start: index }],
      )
    : []

/** The default of a variable, as shells read it (`x` in `${NAME:-x}`), and the variables that are named in it. */
export type VariableDefault = { name: string; start: number; end: number; names: string[] }

/** Maximum number of characters to search for the line end after an unclosed reference. */
const maxUnclosedLength = 1024

/** The defaults of variables in a text, in the order of their starts. */
export function listVariableDefaults(text: string): VariableDefault[] {
  if (!text.includes('${')) return []
  const defaults: VariableDefault[] = []
  const openReferences: VariableDefault[] = []
  for (const { 0: part, 1: bracedName, 2: operator, 3: bare, index } of text.matchAll(
    referencePartPattern,
  )) {
    if (part === '}') {
      const closedReference = openReferences.pop()
      if (closedReference) closedReference.end = index
      continue
    }
    const name = bracedName ?? bare ?? ''
    openReferences.at(-1)?.names.push(name)
    if (bracedName === undefined) continue
    const start = index + part.length
    const reference = { name, start, end: start, names: [] }
    openReferences.push(reference)
    if (operator !== undefined) defaults.push(reference)
  }
  for (const reference of openReferences) {
    const [lineRest = ''] = text
      .slice(reference.start, reference.start + maxUnclosedLength)
      .split('\n', 1)
    reference.end = reference.start + lineRest.length
  }
  return defaults
}

/** A value that is only a reference without braces to a variable with an upper-case name: `$DB_PASSWORD`. */
const singleReferencePattern = /^\$[A-Z_][A-Z0-9_]*$/

/**
 * References without braces, as written, that may be meant as plain text: in a secret, all of them; in other text,
 * those right after a letter or a digit. None if the whole text is a reference to an upper-case name.
 */
export function listDoubtfulVariables(text: string, isSecret: boolean): string[] {
  if (singleReferencePattern.test(text)) return []
  let lastEnd = 0
  return listVariableReferences(text).flatMap(({ start, end }) => {
    const isAttached = start > lastEnd && /[A-Za-z\d]/.test(text.charAt(start - 1))
    lastEnd = end
    const reference = text.slice(start, end)
    return !reference.startsWith('${') && (isSecret || isAttached) ? [reference] : []
  })
}

/** Whether a string contains a reference to a variable, or a `${` that the router drops. */
export const hasVariable = (text: string): boolean => text.search(variableReferencePattern) >= 0

/**
 * Replaces `$NAME` and `${NAME}` as Go's `os.Expand` does: a name ends at the brace, there are no default values,
 * references to unset variables become empty, and a dollar sign before anything else is kept.
 */
export function expandVariables(text: string, environment: Environment | undefined): ExpandedText {
  if (!text.includes('$'))
    return { text, isUnknown: false, unsetReferences: [], shellReferences: [] }
  const unset: string[] = []
  const shellReferences: string[] = []
  let isUnknown = false
  const expandReference = (
    reference: string,
    special?: string,
    bracedName?: string,
    bareSpecial?: string,
    bare?: string,
    unclosed?: string,
  ): string => {
    if (unclosed !== undefined || bracedName === '') {
      unset.push(reference)
      return ''
    }
    if (bracedName !== undefined && !/^\w+$/.test(bracedName)) shellReferences.push(reference)
    const name = special ?? bracedName ?? bareSpecial ?? bare ?? ''
    if (environment === undefined) {
      isUnknown = true
      return reference
    }
    const value = environment[name]
    if (value === undefined) unset.push(reference)
    return value ?? ''
  }
  const result = text.replace(variableReferencePattern, expandReference)
  return {
    text: isUnknown ? text : result,
    isUnknown,
    unsetReferences: unset.filter((name) => !shellReferences.includes(name)),
    shellReferences,
  }
}

/** Placeholders for other text, such as template tags, `<…>`, `__NAME__` and `CHANGE_ME`. */
const placeholderPattern =
  /\{\{(?:(?!\{\{).)*\}\}|\{%(?:(?!\{%).)*%\}|<[A-Za-z][\w .-]*>|__[A-Z][A-Z0-9_]*__|\b(?:CHANGE_?ME|REPLACE_?ME|YOUR_[A-Z_]+|TODO)\b/

export const findPlaceholder = (text: string): string | undefined =>
  placeholderPattern.exec(text)?.[0]

/** The variables that replace template tags in a masked template: `${____}`, as long as the tag. */
export const maskedTagPattern = /\$\{_+\}/g
