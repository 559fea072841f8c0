// Checks every regular expression of the product with `recheck`: none may take exponential time, and those that take
// polynomial time may only read strings of bounded length. Results are stored in a file, so only new expressions are
// checked.
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const ts = require('typescript')

// The other backends of `recheck` need a JVM or a binary.
process.env.RECHECK_SYNC_BACKEND = 'pure'

const resultsPath = 'scripts/expressions.json'

const folders = ['src', 'server', 'web', 'editors']

/** Expressions that take polynomial time, or too long to check, and why their input is bounded. */
const bounded = require('./bounded-expressions.json')

/**
 * Expressions with parts that are known at run time only, by the beginning of their code. The values say what these
 * parts are, and so why the expressions are safe.
 */
const composed = {
  'new RegExp( `${secretWordPattern.source}|eyJ|': 'the words of the list in the same file',
  'new RegExp( `^(?! |#|---\\\\s|$|(?:${[...getFileShape()': 'the names of the schema',
  "new RegExp(`${{ ms: 'Ms', s: 'Seconds' }[unit] ?? unit}$`)": 'a unit of the schema',
  "new RegExp(`.{1,${width}}`, 'g')": 'a number',
  "new RegExp(`^${name}:`, 'm')": 'the name of a section',
  'new RegExp(`^.*?${escapeRegExp(id)}[\\\\]\'"]?\\\\s*:?\\\\s*`)': 'a text that is escaped',
  "new RegExp(`^[ \\\\t]*${tag}[ \\\\t]*\\\\r?$`, 'm')":
    'a word, of letters, digits and underscores',
  "new RegExp(createPattern(child) ?? '')": 'a pattern of the schema, which is tried itself',
  "new RegExp(pattern, 'u')": 'a pattern of the schema, which is tried itself',
  "new RegExp(pattern ?? '')": 'a pattern of the schema, which is tried itself',
  'new RegExp(String(rangePattern))': 'a pattern of the schema, which is tried itself',
  'new RegExp(pattern.slice(equalsIndex + 1))': 'words with `|` of the table in the same file',
  'new RegExp(values)': 'a pattern of the schema, which is tried itself',
}

const files = new Map()

function load(path) {
  const known = files.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  // Replaces the text before a component's script with empty lines, so that line numbers stay correct.
  const script = path.endsWith('.vue')
    ? text.replaceAll(/(^|<\/script>)[^]*?(<script[^>]*>|$)/g, (part) => part.replaceAll(/.+/g, ''))
    : text
  const file = ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  files.set(path, file)
  return file
}

/** Finds the value of a constant, and the file that defines it: the same file, or one that it imports. */
function findConstant(name, file) {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find(
        (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
      )
      if (found?.initializer) return [found.initializer, file]
    }
    const bindings = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
    const element =
      bindings && ts.isNamedImports(bindings)
        ? bindings.elements.find((each) => each.name.text === name)
        : undefined
    if (!element) continue
    const path = join(
      dirname(file.fileName),
      statement.moduleSpecifier.text.replace(/\.js$/, '.ts'),
    )
    if (existsSync(path))
      return findConstant((element.propertyName ?? element.name).text, load(path))
  }
  return undefined
}

/**
 * Stands in for parts that are known at run time only: a digit fits both names and numbers. `composed` says why such an
 * expression is safe.
 */
const placeholder = '9'
let hasPlaceholder = false

/** The possible strings of a part of an expression; undefined if they are known at run time only. */
function evaluate(node, file) {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (
    ts.isAsExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
    return evaluate(node.expression, file)
  if (ts.isRegularExpressionLiteral(node)) return [splitLiteral(node).source]
  if (ts.isTemplateExpression(node)) return [evaluateTemplate(node, file, ({ text }) => text)]
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
    return ts.isTemplateExpression(node.template)
      ? [evaluateTemplate(node.template, file, ({ rawText }) => rawText)]
      : [node.template.rawText]
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [evaluate(node.left, file), evaluate(node.right, file)]
    return left && right && [left.join('|') + right.join('|')]
  }
  if (ts.isNewExpression(node)) return evaluate(node.arguments[0], file)
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => evaluate(element, file))
    return items.every(Boolean) ? items.flat() : undefined
  }
  if (ts.isObjectLiteralExpression(node)) {
    const values = node.properties.map(
      (property) => ts.isPropertyAssignment(property) && evaluate(property.initializer, file),
    )
    return values.every(Boolean) ? values.flat() : undefined
  }
  if (ts.isPropertyAccessExpression(node) && node.name.text === 'source')
    return evaluate(node.expression, file)
  if (ts.isElementAccessExpression(node)) return evaluate(node.expression, file)
  if (ts.isCallExpression(node)) return evaluateCall(node, file)
  const constant = ts.isIdentifier(node) && findConstant(node.text, file)
  return constant ? evaluate(...constant) : undefined
}

function evaluateCall({ expression, arguments: [argument] }, file) {
  if (ts.isIdentifier(expression) && expression.text === 'String') return evaluate(argument, file)
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'join')
    return undefined
  const items = evaluate(expression.expression, file)
  return items && [items.join(argument.text)]
}

const evaluateTemplate = (node, file, getText) =>
  getText(node.head) +
  node.templateSpans
    .map(({ expression, literal }) => evaluatePart(expression, file) + getText(literal))
    .join('')

function evaluatePart(expression, file) {
  const texts = evaluate(expression, file)
  hasPlaceholder ||= !texts
  return texts ? texts.join('|') : placeholder
}

function splitLiteral({ text }) {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

/** Finds the expressions of the code and of the schemas, by source, with the places where they occur. */
function findExpressions() {
  const found = new Map()
  const add = (source, flags, place) => {
    const text = `/${source}/${flags}`
    const { places } = found.get(text) ?? { places: [] }
    found.set(text, { source, flags, places: [...places, place] })
  }
  const open = []
  const visit = (node, file) => {
    const isMade =
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      /^(?:globalThis\.)?RegExp$/.test(node.expression.getText())
    const place = () =>
      `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    if (ts.isRegularExpressionLiteral(node)) {
      const { source, flags } = splitLiteral(node)
      add(source, flags, place())
    } else if (isMade) {
      const [pattern, flags] = node.arguments
      hasPlaceholder = false
      const sources = evaluate(pattern, file)
      if ((!sources || hasPlaceholder) && !isExplained(node))
        open.push(`${place()} ${node.getText()}`)
      for (const source of sources ?? [])
        add(source, (flags && evaluate(flags, file)?.join('')) ?? '', place())
    }
    ts.forEachChild(node, (child) => visit(child, file))
  }
  const paths = folders.flatMap(listFiles)
  for (const path of paths.filter((path) => /\.(?:[cm]?[jt]sx?|vue)$/.test(path)))
    visit(load(path), load(path))
  const addFields = (path, names) =>
    JSON.parse(readFileSync(path, 'utf8'), (key, value) => {
      if (names.test(key) && typeof value === 'string') add(value, '', path)
      return value
    })
  for (const path of listFiles('schemas').filter((path) => path.endsWith('.json')))
    addFields(path, /^pattern$/)
  for (const path of listFiles('editors').filter((path) => path.endsWith('.json')))
    addFields(path, fieldsOfEditors)
  return { found, open }
}

/** The properties in files of editors that contain regular expressions. */
const fieldsOfEditors =
  /^(?:\w*pattern|regexp|firstLine|(?:before|after|previousLine)Text|match|begin|while|start|end)$/i

const isExplained = (node) => {
  const line = node.getText().replaceAll(/\s+/g, ' ')
  return Object.keys(composed).some((beginning) => line.startsWith(beginning))
}

const listFiles = (folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => !/\/(?:generated|node_modules|cache|dist)\//.test(path))
    .sort()

function tryExpression({ source, flags }) {
  // Loaded on demand: loading takes longer than comparing with the stored results.
  const { checkSync } = require('recheck')
  const { status, complexity } = checkSync(source, flags, { timeout: 20_000 })
  return status === 'vulnerable' ? complexity.type : status
}

const { found, open } = findExpressions()
const known = existsSync(resultsPath) ? JSON.parse(readFileSync(resultsPath, 'utf8')) : {}
const results = Object.fromEntries(
  [...found]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([text, expression]) => {
      if (!known[text]) console.log(`trying ${text}`)
      return [text, known[text] ?? tryExpression(expression)]
    }),
)
const written = `${JSON.stringify(results, null, 2)}\n`
if (!existsSync(resultsPath) || readFileSync(resultsPath, 'utf8') !== written)
  writeFileSync(resultsPath, written)

const problems = [
  ...open.map(
    (place) => `${place}: its text is only known at run time; say in \`composed\` why it is safe`,
  ),
  ...Object.entries(results)
    .filter(
      ([text, result]) => result === 'exponential' || (result !== 'safe' && !(text in bounded)),
    )
    .map(([text, result]) => `${found.get(text).places.join(', ')}: ${text} is ${result}`),
  ...Object.keys(bounded)
    .filter((text) => !(text in results) || results[text] === 'safe')
    .map((text) => `${text} needs no bound; remove it from scripts/bounded-expressions.json`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
