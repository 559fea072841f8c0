import { inspect } from '../../src/lint/lint.js'
import { toVerdict } from '../../src/lint/verdict.js'
import { getTraits } from '../../src/lint/catalog.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import { describeVerdict, verdictColors, verdictSigns } from '../../web/shared/verdict-words.js'
import { fixSample, samples } from '../../web/playground/samples.js'

/** The number of lines shown before and after the one with the finding. */
const around = { before: 5, after: 4 }

/** Creates the front page: what routerfile is, how to install it, and a broken file that a click fixes. */
export function createFrontPage(): string {
  const [sample] = samples
  if (!sample) throw new Error('the playground has no sample')
  const [first, last] = [listTargets()[0]?.line ?? '', listTargets().at(-1)?.line ?? '']
  const [broken, healed] = [sample.files, fixSample(sample)].map(([file]) => file?.text ?? '')
  return `---
layout: page
title: routerfile
titleTemplate: false
---

<main class="front">
<section class="hero">
<div class="say">
<h1>Check the OpenZiti router file before the router reads it</h1>
<p>routerfile reads it exactly as each release from ${first} to ${last} does, and says what the router would ignore, replace or refuse, and what to write instead.</p>

\`\`\`sh
npm ci && npm run build && npm install --global .
\`\`\`

<p class="hint">In a clone of the repository; the package is not published yet.</p>
<p class="actions"><a class="main" href="./playground/">Open the playground</a> <a href="./guides/start.html">Get started</a></p>
</div>
${formatHealing(broken ?? '', healed ?? '')}
</section>
<section class="claims">
<p><strong>Nothing else tells you:</strong> routers ignore a misspelled key without a word, and some values crash them.</p>
<p><strong>It knows every release:</strong> its defaults, bounds and renamed keys were compared with what real routers did with thousands of files.</p>
<p><strong>Your file stays with you:</strong> these pages check it in the browser and never upload it.</p>
</section>
<nav class="tasks" aria-label="What do you have?">
<h2>What do you have?</h2>
<ul>
<li><a href="./playground/">A router file</a> See its findings, its effective values and its fixes.</li>
<li><a href="./guides/ui.html">A folder of router files</a> Open it in a browser, or check it in CI.</li>
<li><a href="./generator/">An enrollment token</a> Get a file, a unit and the commands to run.</li>
<li><a href="./playground/#sample=written-for-another-release">An upcoming upgrade</a> See what changes for your file.</li>
<li><a href="./mesh/">Several routers</a> See who links with whom, and why not.</li>
</ul>
</nav>
</main>
`
}

/** Formats the lines around the mistake, before and after the fix; a click on the button switches between them. */
function formatHealing(broken: string, healed: string): string {
  const [lines, fixed] = [broken.split('\n'), healed.split('\n')]
  const at = lines.findIndex((line, index) => line !== fixed[index])
  const finding = inspect(broken, {})
    .diagnostics()
    .find(({ range }) => range.start.line === at)
  if (at < 0 || !finding)
    throw new Error('the first sample has no finding in the line that is fixed')
  const formattedLines = lines
    .slice(at - around.before, at + around.after + 1)
    .map((line, index) => {
      const number = at - around.before + index
      if (number !== at) return formatLine(number + 1, escapeHtml(line))
      const indent = /^ */.exec(line)?.[0] ?? ''
      const [before, after] = [line, fixed[number] ?? ''].map((text) =>
        escapeHtml(text.slice(indent.length)),
      )
      return formatLine(
        number + 1,
        `<span>${indent}</span><del class="broken">${before}</del><ins class="healed">${after}</ins>`,
      )
    })
  return `<section class="healing" aria-label="A file with a mistake">
<header><code>router.yml</code> <span class="either" role="status"><span class="broken">${formatVerdict(broken)}</span><span class="healed">${formatVerdict(healed)}</span></span></header>
<pre tabindex="0" aria-label="Lines of the file">${formattedLines.join('')}</pre>
<div class="either">
<p class="broken"><span class="warning">! Line ${at + 1}: ${formatMessage(finding.message)}</span> The log of the router does not mention it: circuits close after one minute.${formatRefusals(broken)}</p>
<p class="healed"><span class="ok">✓ Fixed.</span> The router keeps circuits for the ten minutes that the file asks for.${formatRefusals(healed)}</p>
</div>
<p><button type="button" data-heal="Break it again">Fix it</button></p>
<p class="caption">What each release does with this file</p>
<div class="either">
${formatStrip(broken, 'broken')}
${formatStrip(healed, 'healed')}
</div>
</section>`
}

/** Formats a line of the file with its number, which is not part of a text selection. */
const formatLine = (number: number, code: string): string =>
  `<span class="line"><i data-number="${number}"></i>${code}</span>`

/** Describes what the router of a release does with a file, and the look of that outcome. */
function describeText(text: string, target?: string) {
  const run = inspect(text, target === undefined ? {} : { target })
  const { outcome, findings } = toVerdict(run.diagnostics())
  const isIgnored = findings.every(({ rule }) => getTraits(rule).keyStatus !== undefined)
  return {
    look: verdictColors[outcome],
    sign: verdictSigns[outcome],
    words: describeVerdict({ outcome, count: findings.length, isIgnored }),
  }
}

function formatVerdict(text: string): string {
  const { look, sign, words } = describeText(text)
  return `<span class="${look}">${sign} ${findModel(undefined)?.release ?? ''} ${words}</span>`
}

/**
 * Formats a sentence about the releases that refuse to start with a file, and why; empty if there are none. Old
 * releases refuse to start even with the fixed file.
 */
function formatRefusals(text: string): string {
  const refusing = listTargets().flatMap(({ line, newest }) => {
    const { outcome, findings } = toVerdict(inspect(text, { target: newest }).diagnostics())
    return outcome === 'refuses' && findings[0] ? [{ line, message: findings[0].message }] : []
  })
  const [first, last] = [refusing[0], refusing.at(-1)]
  if (!first || !last) return ''
  const [reason = ''] = first.message.split('. ')
  return ` Releases ${first.line} to ${last.line} refuse to start with it: ${formatMessage(reason)}.`
}

/** Formats what the newest release of each line does with a file. */
const formatStrip = (text: string, className: string): string =>
  `<ul class="strip ${className}" aria-label="What each release does">${listTargets()
    .map(({ line, newest }) => {
      const { look, sign, words } = describeText(text, newest)
      return `<li class="${look}" title="${line}: ${words}">${line}<span class="sign" aria-hidden="true">${sign}</span><span class="said"> ${words}</span></li>`
    })
    .join('')}</ul>`

const formatMessage = (message: string): string =>
  escapeHtml(message).replaceAll(/`([^`]*)`/g, '<code>$1</code>')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '{': '&#123;',
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>{]/g, (character) => entities[character] ?? character)
