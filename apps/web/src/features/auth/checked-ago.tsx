import { useNow } from '../../lib/use-now.ts'
import { authTexts } from '../../texts/auth.ts'

const { banner } = authTexts
const STEP = 5000

/** Describes a time in the past, in steps of five seconds and then of minutes. */
export const agoText = (milliseconds: number): string => {
  const seconds = Math.floor(Math.max(0, milliseconds) / STEP) * (STEP / 1000)
  if (seconds === 0) return banner.justNow
  return seconds < 60 ? banner.seconds(seconds) : banner.minutes(Math.floor(seconds / 60))
}

/** Shows the time of the last check of the service. */
export const CheckedAgo = ({ at }: { readonly at: number }) => {
  const now = useNow(STEP)
  return <span className="quiet xs">{agoText(now - at)}</span>
}
