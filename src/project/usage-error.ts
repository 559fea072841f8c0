/** A wrong way to call the program: printed as one sentence, exit code 2. Told by its name, as parts of the program that are loaded later have a class of their own. */

export class UsageError extends Error {
  override readonly name = 'UsageError'
  /** What is printed before the sentence. */
  readonly shown: string

  constructor(message: string, shown = '') {
    super(message)
    this.shown = shown
  }
}
