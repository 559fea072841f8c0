/** What a search found: a broken reference, and whether it was mended. */
export type Finding = { description: string; fixed: boolean }

/** The last search, or the one that goes on; times in ms since 1970. */
export type Search = {
  startTime: number | null
  endTime: number | null
  error: string | null
  fixingErrors: boolean
  inProgress: boolean
  tooManyErrors: boolean
  results: Finding[]
}

/** What is known of the care of the records since the service began. */
export type Maintenance = { search: Search; snapshotAt: number | undefined }

export const noMaintenance = (): Maintenance => ({
  search: {
    startTime: null,
    endTime: null,
    error: null,
    fixingErrors: false,
    inProgress: false,
    tooManyErrors: false,
    results: [],
  },
  snapshotAt: undefined,
})
