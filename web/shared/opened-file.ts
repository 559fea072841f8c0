import type { TextEncoding } from '../../src/document/decode-text.js'

/** The file of a folder that a text was read of and is saved to, and its version then. */
export type FileOrigin = { path: string; version: string }

/**
 * A file that somebody opened; its name may be a path. Its text has the line ends and the byte order mark of the file.
 * Without an origin, it is no file of a folder, whatever its name; without an encoding, it is in UTF-8.
 */
export type OpenedFile = {
  name: string
  text: string
  origin?: FileOrigin
  encoding?: TextEncoding
}
