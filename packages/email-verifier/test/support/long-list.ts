import { memoryBounds } from '../../src/index.ts'
import { manualClock } from './manual-clock.ts'

/** Knows no mailbox. */
export const refuseAll = (): string => '550 5.1.1 No such user'
/** Stands still, which costs less than timers, and is never waited for. */
export const clock = manualClock()
/** Bounds that are never met. */
export const generous = () => memoryBounds({ clock, questions: 1e6, localPartsADay: () => Number.POSITIVE_INFINITY })

/** Gives addresses one by one and counts how many were taken. */
export const people = (count: number, domains: number) => {
  let taken = 0
  const addresses = function* () {
    for (; taken < count; taken++) yield `person${taken}@mail${taken % domains}.test`
  }
  return { addresses, taken: () => taken }
}
