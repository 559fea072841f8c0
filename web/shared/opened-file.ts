/** A file that somebody opened; its name may be a path. */
export type OpenedFile = { name: string; text: string }
