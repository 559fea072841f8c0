import { DOT, EXCLAMATION, isBlank, isBlankOrEnd, isDigit } from './characters.js'
import { skipAllBlanks, skipRestOfLine } from './gap.js'
import { readHandle, readWord } from './properties.js'
import { need, push, scannerFault } from './scanner.js'
import type { Scanner } from './scanner.js'
import { readUri } from './uri.js'

const longestVersion = 2

/** Reads a line `%YAML 1.1` or `%TAG !handle! prefix`. */
export function fetchDirective(scanner: Scanner): void {
  const start = scanner.position
  scanner.position++
  need(scanner, 1)
  const name = readWord(scanner)
  if (name === '') throw fault(scanner, 'could not find expected directive name', start)
  if (!isBlankOrEnd(scanner.text.charCodeAt(scanner.position))) {
    throw fault(scanner, 'found unexpected non-alphabetical character', start)
  }
  if (name === 'YAML') readVersion(scanner, start)
  else if (name === 'TAG') readPrefix(scanner, start)
  else throw fault(scanner, 'found unknown directive name', start)
  if (!skipRestOfLine(scanner))
    throw fault(scanner, 'did not find expected comment or line break', start)
}

function fault(scanner: Scanner, words: string, start: number) {
  return scannerFault(scanner, 'bad-directive', words, start)
}

function readVersion(scanner: Scanner, start: number): void {
  need(scanner, 1)
  skipAllBlanks(scanner)
  const major = readNumber(scanner, start)
  if (scanner.text.charCodeAt(scanner.position) !== DOT) {
    throw fault(scanner, "did not find expected digit or '.' character", start)
  }
  scanner.position++
  const text = `${major}.${readNumber(scanner, start)}`
  const end = scanner.position
  push(scanner, { kind: 'version', start, end, text, suffix: '', style: 'plain', level: -1 })
}

function readNumber(scanner: Scanner, start: number): number {
  const { text, position } = scanner
  need(scanner, 1)
  while (isDigit(text.charCodeAt(scanner.position))) {
    if (scanner.position - position === longestVersion) {
      throw fault(scanner, 'found extremely long version number', start)
    }
    scanner.position++
    need(scanner, 1)
  }
  if (scanner.position === position)
    throw fault(scanner, 'did not find expected version number', start)
  return Number(text.slice(position, scanner.position))
}

function readPrefix(scanner: Scanner, start: number): void {
  const { text } = scanner
  need(scanner, 1)
  skipAllBlanks(scanner)
  if (text.charCodeAt(scanner.position) !== EXCLAMATION)
    throw fault(scanner, "did not find expected '!'", start)
  const handle = readHandle(scanner)
  if (handle.length > 1 && !handle.endsWith('!'))
    throw fault(scanner, "did not find expected '!'", start)
  need(scanner, 1)
  if (!isBlank(text.charCodeAt(scanner.position)))
    throw fault(scanner, 'did not find expected whitespace', start)
  skipAllBlanks(scanner)
  const suffix = readUri(scanner, 'bad-directive', start)
  if (suffix === '') throw fault(scanner, 'did not find expected tag URI', start)
  need(scanner, 1)
  if (!isBlankOrEnd(text.charCodeAt(scanner.position))) {
    throw fault(scanner, 'did not find expected whitespace or line break', start)
  }
  const end = scanner.position
  push(scanner, { kind: 'handle', start, end, text: handle, suffix, style: 'plain', level: -1 })
}
