/** A name of programs as the command line has it: `edgeRouters.reEnroll` is `edge-routers.re-enroll`. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
