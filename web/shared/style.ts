/** Adds the styles of a tool to the page, as its content security policy allows, and returns what removes them again. */
export function adoptStyle(...css: readonly string[]): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.join('\n'))
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }
}
