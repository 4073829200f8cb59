import * as styles from './second-factor-step.module.css'

/** Two signals that become one: the second one is still on its way. */
export const TwoSignalsDrawing = () => (
  <svg className={styles.drawing} viewBox="0 0 760 560" fill="none" strokeWidth="4" aria-hidden="true">
    <path d="M0 190H300M0 370h120M150 370h30M210 370h10M250 370h45" />
    <path d="M318 190c90 0 90 90 150 90M318 370c90 0 90-90 150-90M560 280h110" />
    <path className={styles.box} d="M468 234h92v92h-92z" strokeWidth="5" />
    <circle cx="702" cy="280" r="29" strokeWidth="7" />
    <circle className={styles.solid} cx="702" cy="280" r="9" />
    <path className={styles.solid} d="M294 178h24v24h-24z" />
    <path d="M296 360h20v20h-20z" strokeWidth="3.5" />
  </svg>
)
