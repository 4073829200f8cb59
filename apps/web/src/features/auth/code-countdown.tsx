import { useNow } from '../../lib/use-now.ts'
import { authTexts } from '../../texts/auth.ts'
import * as styles from './second-factor-step.module.css'

const { secondFactor: texts } = authTexts
const PERIOD = 30_000

/** Says in how many seconds authenticator apps show the next code. Screen readers get a sentence that stays the same. */
export const CodeCountdown = () => {
  const left = Math.ceil((PERIOD - (useNow(1000) % PERIOD)) / 1000)
  return (
    <>
      <span className={styles.countdown} aria-hidden="true">
        {texts.changesIn(left)}
      </span>
      <span className={styles.period}>{texts.changes}</span>
    </>
  )
}
