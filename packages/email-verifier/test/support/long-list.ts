import { memoryLimits } from '../../src/index.ts'
import { manualClock } from './manual-clock.ts'

/** Refuses every mailbox. */
export const refuseAll = (): string => '550 5.1.1 No such user'
/** A clock that stands still and never makes a caller wait. It is faster than timers. */
export const clock = manualClock()
/** Creates limits that are never reached. */
export const generous = () => memoryLimits({ clock, questions: 1e6, localPartsADay: () => Number.POSITIVE_INFINITY })

/** Yields addresses one by one and counts the ones read. */
export const people = (count: number, domains: number) => {
  let taken = 0
  const addresses = function* () {
    for (; taken < count; taken++) yield `person${taken}@mail${taken % domains}.test`
  }
  return { addresses, taken: () => taken }
}
