/**
 * Adds the styles of a tool to the page or to a shadow root, as the content security policy allows, and returns what
 * removes them again.
 */
export function adoptStyle(root: DocumentOrShadowRoot, ...css: readonly string[]): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.join('\n'))
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
