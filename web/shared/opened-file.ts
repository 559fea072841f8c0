/** The file of a folder that a text was read of and is saved to, and its version then. */
export type FileOrigin = { path: string; version: string }

/** A file that somebody opened; its name may be a path. Without an origin, it is no file of a folder, whatever its name. */
export type OpenedFile = { name: string; text: string; origin?: FileOrigin }
