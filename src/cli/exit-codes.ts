/** What the exit code of the program means; its place is the code. */
export const exitCodes = [
  'nothing found at or over the threshold',
  'findings or a refusal of the controller',
  'wrong usage, unreadable input or configuration',
  'internal failure',
] as const
