import type { TextEncoding } from '../../src/document/decode-text.js'

/** The file of a folder that a text was read from and is saved to, and its version at that time. */
export type FileOrigin = { path: string; version: string }

/**
 * An opened file; its name may be a path. Its text includes the line ends and the byte order mark
 * of the file. Without an origin, it is not a file of the folder, whatever its name; without an
 * encoding, it is UTF-8.
 */
export type OpenedFile = {
  name: string
  text: string
  origin?: FileOrigin
  encoding?: TextEncoding
}
