import type { Severity } from '../../src/document/diagnostic.js'

export const severities: readonly Severity[]
export function highlight(code: string, language: string, marked: string): string
