import { showDay, showMinute } from '../../lib/show-time.ts'

/** Shows the time of an event: to the minute, or only the day, with the minute on hover. */
export const Timestamp = ({ at, isDay = false }: { readonly at: string; readonly isDay?: boolean }) => (
  <time dateTime={at} {...(isDay ? { title: showMinute(at) } : {})}>
    {isDay ? showDay(at) : showMinute(at)}
  </time>
)
