import type { Edit, Span } from '../../diagnostic.js'
import type { View } from '../view.js'

/** A change that an editor offers; `diagnostic` is the number of the finding among those of the view that it is about. */
export type CodeAction =
  | { kind: 'quickfix' | 'source.fixAll' | 'refactor.rewrite'; title: string; diagnostic?: number; isPreferred?: boolean; edits: Edit[] }
  /** A rule to be switched off in the configuration file, which is not at hand here. */
  | { kind: 'configuration'; title: string; diagnostic: number; rule: string }

/** The findings that touch a range, with their numbers. */
export const foundIn = (view: View, { start, end }: Span): { found: ReturnType<View['diagnostics']>[number]; diagnostic: number }[] =>
  view.diagnostics().flatMap((found, diagnostic) => (found.range.start.offset <= end && start <= found.range.end.offset ? [{ found, diagnostic }] : []))
