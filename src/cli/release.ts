import { getRelease } from '../project/settings.js'
import type { Streams } from './command.js'
import { formatNote } from './ui/text.js'

export const readRelease = (
  { target }: { target: string | undefined },
  { err }: Pick<Streams, 'err'>,
): string => getRelease(target, '--target', (text) => err(formatNote(text)))
