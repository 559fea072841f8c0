import { texts } from '../../src/generated/texts.js'
import { catalog } from '../../src/lint/catalog.js'
import { describePlace } from '../../src/schema/describe.js'
import { findModel } from '../../src/schema/model.js'
import { listPlaces } from '../../src/schema/places.js'
import { selectTexts } from '../../src/schema/texts.js'
import { defineCommand, getWorkspaceOptions } from '../command.js'

/**
 * Lists everything that `routerfile.explain` can explain, to choose from.
 *
 * Parameters: none. Result: `[{ name, kind: 'key' | 'rule', summary }]`.
 */
export const explainables = defineCommand({
  name: 'routerfile.explainables',
  takes: [],
  run: ({ session }) => {
    const model = findModel(getWorkspaceOptions(session).target) ?? findModel(undefined)
    if (!model) return []
    const keyTexts = selectTexts(texts, model.release)
    return [
      ...listPlaces(model.schema).map((place) => ({
        name: place.path,
        kind: 'key',
        summary: describePlace(place, keyTexts).text,
      })),
      ...catalog.map(({ id, summary }) => ({ name: id, kind: 'rule', summary })),
    ]
  },
})
