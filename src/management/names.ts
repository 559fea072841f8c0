const words = (text: string): string[] => text.split(/[^A-Za-z0-9]+/).filter(Boolean)

/** `edge-routers` becomes `EdgeRouters`. */
export const pascalCase = (text: string): string =>
  words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** `edge-routers` becomes `edgeRouters`. */
export const camelCase = (text: string): string =>
  pascalCase(text).replace(/^./, (letter) => letter.toLowerCase())
