export function highlight(code: string, language: string, marked: string): string
