import { readFromTab, storeInTab } from '../shared/tab-storage.js'
import { visit } from '../shared/visit.js'
import type { FormValues } from './answers.js'
import { parseStored, selectStored } from './stored-answers.js'

const key = 'routerfile-answers'

/**
 * Keeps all answers in memory until the site is left, and those that are not secret in the tab's
 * storage for a reload.
 */
export function keepAnswers(values: FormValues): void {
  visit.answers = values
  storeInTab(key, JSON.stringify(selectStored(values)))
}

/** Returns the kept answers; empty if there are none. */
export const readKeptAnswers = (): FormValues => visit.answers ?? parseStored(readFromTab(key))
