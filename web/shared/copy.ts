/**
 * Copies a text. Browsers may refuse, for example on pages without HTTPS: the function then returns
 * false and selects the element that shows the text, so that the user can copy it with the
 * keyboard.
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
