/** The text of a style sheet for a shadow root. */
declare module '*.shadow.css' {
  const text: string
  export = text
}
