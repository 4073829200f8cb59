import { type StatusAppearance, statusAppearance, verificationStatuses } from '@netbox/product'

/** The number of addresses with one status. */
export interface StatusCount {
  readonly status: string
  readonly appearance: StatusAppearance
  readonly count: number
}

// Ordered from good to bad, with the uncertain ones in between.
const order: readonly string[] = ['valid', 'catch-all', 'unconfirmed', 'suspicious', 'unreachable', 'invalid']

const placeOf = (status: string): number => {
  const place = order.indexOf(status)
  return place === -1 ? verificationStatuses.length : place
}

/** Counts results by status, best first, without zero counts. */
export const tallyOf = (results: readonly { readonly status: string }[]): StatusCount[] => {
  const counts = new Map<string, number>()
  for (const { status } of results) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts]
    .map(([status, count]) => ({ status, appearance: statusAppearance(status), count }))
    .toSorted((one, other) => placeOf(one.status) - placeOf(other.status))
}
