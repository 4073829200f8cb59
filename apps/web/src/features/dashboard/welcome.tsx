import type { Today, User } from '@netbox/contract'
import { labels } from '@netbox/product'
import { Link } from 'wouter'
import { useNow } from '../../lib/use-now.ts'
import { dashboardTexts } from '../../texts/dashboard.ts'
import { overviewTexts } from '../../texts/overview.ts'
import { nameOf } from './greeting.ts'
import * as button from '../../components/ui/button.module.css'
import * as styles from './overview.module.css'

/** One sentence about today, and the latest critical run. */
const Sentence = ({ total, verifications, worst, runs }: Today) => (
  <>
    {overviewTexts.today(total, verifications.length)}
    {worst === null ? null : (
      <>
        {' '}
        <b className="crit">{overviewTexts.critical(runs.reduce((sum, { critical }) => sum + critical, 0))}</b>{' '}
        {worst.input}. {worst.sentence}
      </>
    )}
  </>
)

interface WelcomeProps {
  readonly user: User
  readonly today: Today | undefined
  /** The number of runs of this browser that the account does not have yet. */
  readonly unsaved: number
}

/** Greets the user, and shows today's events and the plan. */
export const Welcome = ({ user: { email, plan }, today, unsaved }: WelcomeProps) => {
  const now = new Date(useNow(30_000))
  const name = nameOf(email)
  return (
    <section className={styles.welcome}>
      <div>
        <h1>{[overviewTexts.greeting(now.getHours()), ...(name === undefined ? [] : [name])].join(', ')}</h1>
        <p className={styles.lede}>{today === undefined ? '\u00A0' : <Sentence {...today} />}</p>
        {unsaved === 0 ? null : (
          <p className={styles.unsaved} role="status">
            {overviewTexts.unsaved(unsaved)}
          </p>
        )}
      </div>
      <div className={styles.plan}>
        <p>
          <code>{email}</code>
        </p>
        <p className="muted sm">
          {dashboardTexts.planOf(plan)}: {dashboardTexts.limitsOf(plan)}
        </p>
        {plan === 'enterprise' ? null : (
          <Link className={`${button.btn} ${button.go}`} href="/pricing">
            {labels.upgradePlan}
          </Link>
        )}
      </div>
    </section>
  )
}
