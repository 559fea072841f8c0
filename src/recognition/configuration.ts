/**
 * Whether a file is a routerfile config file, by its name; a `package.json` is one if its text has a `routerfile`
 * key, or is not given.
 */
export const isConfiguration = (uri: string, text?: string): boolean =>
  /\/routerfile\.config\.(json|ya?ml)$/.test(uri) ||
  (uri.endsWith('/package.json') && (text === undefined || /"routerfile"\s*:/.test(text)))
