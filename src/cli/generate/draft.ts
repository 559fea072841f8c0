import type { Diagnostic } from '../../diagnostic.js'
import type { Checked } from '../../generate/answers.js'
import { generateFrom } from '../../generate/generate.js'
import type { Described } from './records.js'

/** Stands for controllers that the token will name. */
const someController = 'controller.invalid:6262'

/** What keeps the file of a router from being made, whatever its token will be: asked before a record is made or its certificate voided. */
export const faultsOf = (
  answers: Checked,
  { enrollmentJwt: _, enrollmentToken: __, ...edgeRouter }: Described,
): Diagnostic[] =>
  generateFrom({
    ...answers,
    controllers: answers.controllers ?? [someController],
    edgeRouter,
  }).diagnostics.filter(({ severity }) => severity === 'error')
