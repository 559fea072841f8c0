/**
 * Copies a text. Browsers may refuse that, as they do on pages without HTTPS: then it gives false, and selects the element
 * that shows the text, so that a key copies it.
 */
export async function copyText(text: string, shown?: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown)
    return false
  }
}
