import { homeSteps, type LogLine } from '@netbox/core'

/** The points at which the progress of a run pauses, in per cent (spec §9). */
export const checkpoints: readonly number[] = [0, 10, ...homeSteps.map(({ progress }) => progress), 100]

/** Shows milliseconds with a thin gap between thousands: `2 914 ms`. */
export const showMilliseconds = (ms: number): string => `${String(ms).replace(/\B(?=(\d{3})+$)/g, ' ')} ms`

/** Shows when a line of the log appeared: after the start, or after the previous line. */
export const sinceBefore = (log: readonly LogLine[], index: number): string => {
  const [line, before] = [log[index], log[index - 1]]
  if (line === undefined || before === undefined) return '0 ms'
  return `+${line.at - before.at}`
}
