/** What is wrong with a request, as the error envelope of the service shows it: with `field`, as the cause about a field; else `reason` is the text of a nested cause. */
export type Failure = { readonly code: string; readonly field?: string; readonly reason?: string; readonly value?: string }

/** A value, or why there is none. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure }

/** The outcome of what worked. */
export const given = <Value>(value: Value): Outcome<Value> => ({ ok: true, value })

/** The outcome of what did not. */
export const refused = (code: string, details: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({ ok: false, failure: { code, ...details } })
