import { InlayHintKind, InlayHintRequest } from 'vscode-languageserver'
import { inlayHints } from '../../src/language/index.js'
import { defineRangeFeature } from '../feature.js'

export const inlayHint = defineRangeFeature({
  method: InlayHintRequest.type,
  capability: { inlayHintProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file: { view, convert, settings }, span }) =>
    settings.inlayHints
      ? inlayHints(view, settings.inlayHints, span).map(({ offset, label, kind }) => ({
          position: convert.position(offset),
          label,
          paddingLeft: true,
          ...(kind === 'default' && { kind: InlayHintKind.Parameter }),
          ...(kind === 'unit' && { kind: InlayHintKind.Type }),
        }))
      : [],
})
