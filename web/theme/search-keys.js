/**
 * Keeps keys from the search that are not for it. The search listens at the window for `/` and Ctrl+K, where a key typed
 * in a shadow root seems to come from the root's host, and where Ctrl+Shift+K, a key of editors, looks like Ctrl+K.
 */
export function guardSearchKeys() {
  // What is closer to the place of the key, such as the editor, has heard of it before.
  globalThis.document.addEventListener('keydown', (event) => {
    const isTyped = event.key === '/' && isEditable(event.composedPath()[0])
    const isOfEditor =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && event.shiftKey
    if (isTyped || isOfEditor) event.stopPropagation()
  })
}

const isEditable = (element) =>
  element.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
