/** Returns the last segment of a path. */
export const getFileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
