import { seenBy } from '../access.js'
import type { Handlers } from '../handler.js'
import { services as kind } from '../kinds/services.js'
import { allOf, page } from '../page.js'

/** Services as an identity sees them. */
export const services: Handlers = {
  listServices: (call, environment) =>
    environment.read((records) => {
      const scope = { records, now: environment.now(), environment, call }
      // An identity that is not there is refused where there are no services, too.
      seenBy(scope)
      return page(kind, allOf(kind, records), scope)
    }),
}
