import type { MigrationState } from './migration-state.ts'
import * as styles from './history-stage.module.css'

const [START, END, MIDDLE] = [9, 171, 10] as const

interface MigrationLineProps {
  readonly kind: MigrationState['kind']
  readonly percent: number
  /** The name of the progress bar, which only a request in progress has. */
  readonly label: string
}

const Way = ({ kind, percent }: Pick<MigrationLineProps, 'kind' | 'percent'>) => {
  const way = END - START
  switch (kind) {
    case 'completed':
      return <path className={styles.done} d={`M${START} ${MIDDLE}H${END}`} />
    case 'failed':
      return (
        <>
          <path className={styles.done} d={`M${START} ${MIDDLE}H${START + way * 0.4}`} />
          <path className={styles.lost} d={`M${START + way * 0.4} ${MIDDLE}h24`} />
          <path className={styles.cross} d={`M${START + way * 0.6} 4l12 12M${START + way * 0.6 + 12} 4l-12 12`} />
        </>
      )
    case 'in_progress': {
      const at = START + (way * percent) / 100
      return (
        <>
          <path className={styles.todo} d={`M${at} ${MIDDLE}H${END}`} />
          <path className={styles.done} d={`M${START} ${MIDDLE}H${at}`} />
          <rect className={styles.packet} x={at - 5} y={MIDDLE - 5} width="10" height="10" />
        </>
      )
    }
    case 'pending':
    case 'unknown':
      return <path className={styles.todo} d={`M${START} ${MIDDLE}H${END}`} />
  }
}

/** Draws a request as a line between two mailboxes: dashes for the part to come, a gap where it failed. */
export const MigrationLine = ({ kind, percent, label }: MigrationLineProps) => {
  const progress =
    kind === 'in_progress'
      ? { role: 'progressbar', 'aria-label': label, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': percent }
      : { 'aria-hidden': true }
  return (
    <svg className={styles.mbLine} data-kind={kind} viewBox="0 0 180 20" {...progress}>
      <Way kind={kind} percent={percent} />
      <circle className={styles.source} cx={START} cy={MIDDLE} r="6" />
      <circle className={styles.target} cx={END} cy={MIDDLE} r="6" />
    </svg>
  )
}
