import * as panel from '../ui/panel.module.css'
import * as styles from './report.module.css'
import * as statesStyles from './states.module.css'

/** Reserves the space of a report while the tool runs, in the shape of a report: hatched, without animation. */
export const ReportSkeleton = ({ label }: { readonly label: string }) => (
  <div className={`${panel.card} ${styles.report}`} data-report role="status">
    <p className="vh">{label}</p>
    <div className={styles.repH}>
      <i className={`${statesStyles.sk} ${statesStyles.line}`} />
      <i className={`${statesStyles.sk} ${statesStyles.marked}`} />
    </div>
    <div className={styles.verdict}>
      <i className={`${statesStyles.sk} ${statesStyles.sentence}`} />
      <i className={`${statesStyles.sk} ${statesStyles.sentence} ${statesStyles.short}`} />
      <i className={`${statesStyles.sk} ${statesStyles.line} ${statesStyles.long}`} />
    </div>
    <div className={styles.figs}>
      {['a', 'b', 'c', 'd'].map((name) => (
        <div key={name}>
          <i className={`${statesStyles.sk} ${statesStyles.line}`} />
          <i className={`${statesStyles.sk} ${statesStyles.number}`} />
        </div>
      ))}
    </div>
    <div className={`${styles.sec} ${styles.first}`}>
      <i className={`${statesStyles.sk} ${statesStyles.picture}`} />
    </div>
  </div>
)
