// Made by `npm run derive`; do not edit.
/** The name of every command of the language server. */
export const commandNames: readonly string[] = [
  'routerfile.applyEdit',
  'routerfile.checkAnswers',
  'routerfile.chooseRelease',
  'routerfile.switchOffRule',
  'routerfile.effective',
  'routerfile.explain',
  'routerfile.explainRule',
  'routerfile.explainables',
  'routerfile.findFixes',
  'routerfile.fixAll',
  'routerfile.generate',
  'routerfile.mesh',
  'routerfile.presets',
  'routerfile.readToken',
  'routerfile.releases',
  'routerfile.render',
  'routerfile.scan',
  'routerfile.showFindings',
  'routerfile.upgrade',
  'routerfile.verdicts',
]
