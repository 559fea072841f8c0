import { expect, test } from 'vitest'
import { searchWords } from '../../src/lint/search-words.js'
import { findModel, listKnownReleases } from '../../src/schema/model.js'

test.each(listKnownReleases())('a search finds keys that %s has', (release) => {
  const model = findModel(release)
  expect(model && searchWords('dial', model).length).toBeGreaterThan(3)
})
