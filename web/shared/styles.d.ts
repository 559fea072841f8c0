/** The content of a style sheet. */
declare module '*.css' {
  const text: string
  export = text
}
