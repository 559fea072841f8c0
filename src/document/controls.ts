/**
 * Characters that act on a terminal or editor instead of being shown: control characters, line ends, and characters
 * that change the direction of text.
 */
const controlPattern = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const everyControlPattern = new RegExp(controlPattern, 'g')

/** The characters of `controlPattern` except the line feed. A lookahead instead would be several times slower. */
const everyControlButLineFeedPattern =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export const hasControls = (text: string): boolean => controlPattern.test(text)

export const replaceControls = (
  text: string,
  replace: (character: string) => string = () => '\ufffd',
): string => (hasControls(text) ? text.replaceAll(everyControlPattern, replace) : text)

/** Like `replaceControls`, but keeps line feeds. */
export const replaceControlsInLines = (
  text: string,
  replace: (character: string) => string,
): string => text.replaceAll(everyControlButLineFeedPattern, replace)
