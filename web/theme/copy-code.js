import { copyText } from '../shared/copy.ts'

/** How long a button shows the result, in milliseconds. */
const answerTime = 2000

/**
 * Copies code blocks. The theme's own handler reports nothing when the browser refuses, and takes
 * the focus from the button.
 */
export function useCopyCode() {
  if (import.meta.env.SSR) return
  globalThis.document.addEventListener('click', ({ target }) => {
    if (target instanceof globalThis.Element && target.matches('[class*="language-"] > .copy'))
      void copyBlock(target)
  })
}

async function copyBlock(button) {
  const status = findStatus()
  status.textContent = ''
  const code = button.parentElement.querySelector('pre')
  const isCopied = await copyText(code.textContent.trimEnd(), code)
  const answer = isCopied ? 'Copied' : 'Press Ctrl+C'
  button.dataset.answer = answer
  button.classList.add('copied')
  button.classList.toggle('refused', !isCopied)
  status.textContent = answer
  globalThis.setTimeout(() => {
    button.classList.remove('copied', 'refused')
    status.textContent = ''
  }, answerTime)
}

/** Returns the live region that announces the result; creates it on the first click. */
function findStatus() {
  const { body } = globalThis.document
  const found = body.querySelector(':scope > [role=status]')
  if (found) return found
  const status = globalThis.document.createElement('p')
  status.className = 'visually-hidden'
  status.role = 'status'
  body.append(status)
  return status
}
