import { fieldTexts } from '../../texts/fields.ts'
import * as styles from './switch.module.css'

interface SwitchProps {
  readonly isOn: boolean
  /** The name of the setting, next to on or off. */
  readonly label: string
  readonly describedBy?: string | undefined
  readonly isBusy?: boolean
  readonly onSwitch: (isOn: boolean) => void
}

/** A switch: a line that is closed or has a gap, with the word next to it. */
export const Switch = ({ isOn, label, describedBy, isBusy = false, onSwitch }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={isOn}
    aria-label={label}
    aria-describedby={describedBy}
    aria-disabled={isBusy}
    onClick={() => isBusy || onSwitch(!isOn)}
  >
    <svg viewBox="0 0 44 20" aria-hidden="true">
      <circle cx="6" cy="10" r="4.5" className={styles.switchSource} />
      {isOn ? (
        <>
          <path d="M10 10h22" />
          <circle cx="37" cy="10" r="4.5" />
        </>
      ) : (
        <>
          <path d="M10 10h6M16 10l10 -7" />
          <path d="M28 10h4" className={styles.switchGap} />
          <circle cx="37" cy="10" r="4.5" className={styles.switchGap} />
        </>
      )}
    </svg>
    <span aria-hidden="true">{isOn ? fieldTexts.on : fieldTexts.off}</span>
  </button>
)
