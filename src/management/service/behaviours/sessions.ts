import { crud } from '../crud.js'
import type { Handlers } from '../handler.js'
import { apiSessions } from '../kinds/api-sessions.js'
import { sessions as kind } from '../kinds/sessions.js'

const ofApi = crud(apiSessions)
const ofServices = crud(kind)

/** Sessions as administrators see them: those of the API, and those with which clients use services. */
export const sessions: Handlers = {
  listAPISessions: ofApi.list,
  detailAPISessions: ofApi.get,
  deleteAPISessions: ofApi.delete,
  listSessions: ofServices.list,
  detailSession: ofServices.get,
  deleteSession: ofServices.delete,
  // No circuits here, so no path; as recorded, also where there is no such session.
  detailSessionRoutePath: () => ({ data: { routePath: [] }, meta: {} }),
}
