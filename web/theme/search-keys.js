/**
 * Keeps keys that are meant for a field or an editor from opening the search. The search listens on the window for `/`
 * and Ctrl+K. There, the target of a key typed in a shadow root is the host, and Ctrl+Shift+K, which editors use,
 * counts as Ctrl+K.
 */
export function guardSearchKeys() {
  // Listens on the document: elements closer to the target, such as the editor, have already
  // handled the key.
  globalThis.document.addEventListener('keydown', (event) => {
    const isTyped = event.key === '/' && isEditable(event.composedPath()[0])
    const isOfEditor =
      event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && event.shiftKey
    if (isTyped || isOfEditor) event.stopPropagation()
  })
}

const isEditable = (element) =>
  element.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
