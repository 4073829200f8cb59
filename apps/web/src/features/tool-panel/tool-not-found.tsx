import { labels, notices } from '@netbox/product'
import { Link } from 'wouter'
import { SignalLine } from '../../components/trace/signal-line.tsx'
import * as button from '../../components/ui/button.module.css'
import * as styles from './category.module.css'

/** Shows that the tool does not exist. */
export const ToolNotFound = () => (
  <section className={styles.catH}>
    <h1>{notices.toolNotFound.title}</h1>
    <p className="muted">{notices.toolNotFound.message}</p>
    <SignalLine className={styles.gone}>
      <path d="M12 20h80" />
      <path d="M100 20h128" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="3 2.5" />
    </SignalLine>
    <Link className={button.btn} href="/dashboard">
      {labels.backToDashboard}
    </Link>
  </section>
)
