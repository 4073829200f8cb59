import type { ReactNode } from 'react'
import { migrationTexts } from '../../texts/mailbox-migration.ts'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './history-stage.module.css'

/** The sheet of the earlier requests, with its heading. */
export const HistorySheet = ({ children }: { readonly children: ReactNode }) => (
  <section className={`${panel.card} ${styles.mbHistory}`} aria-labelledby="history-title">
    <h2 id="history-title">{migrationTexts.requests}</h2>
    {children}
  </section>
)

/** A placeholder for the requests while they load. */
export const LoadingRows = () => (
  <div className={`${panel.pad} ${styles.mbLoading}`} role="status">
    <p className="vh">{migrationTexts.loading}</p>
    <i />
    <i />
  </div>
)
