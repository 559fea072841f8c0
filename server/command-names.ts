/** Commands that clients may have executed. */
export const commandNames = {
  /** Makes the changes of a code action, for clients that only know commands: [edit]. */
  apply: 'routerfile.applyEdit',
  /** Gives what a rule finds and why it matters, as Markdown, and opens its page: [rule]. */
  explain: 'routerfile.explainRule',
  /** Looks through the folders anew. */
  scan: 'routerfile.scan',
  /** Switches a rule off in the configuration of a file: [uri, rule]. */
  switchOff: 'routerfile.switchOffRule',
} as const
