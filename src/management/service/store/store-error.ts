/** The store cannot be opened, written or filled: one sentence for its user, which quotes no record. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}
