/**
 * Adds the styles of a tool to the page or to a shadow root, in a way that the content security
 * policy allows. Returns a function that removes them.
 */
export function adoptStyle(root: DocumentOrShadowRoot, ...css: readonly string[]): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.join('\n'))
  root.adoptedStyleSheets.push(sheet)
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
