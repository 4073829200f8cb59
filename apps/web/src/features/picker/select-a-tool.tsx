import { notices } from '@netbox/product'
import * as styles from './picker.module.css'

/** A placeholder while no tool is chosen, with the first part of a trace. */
export const SelectATool = () => (
  <div className={styles.empty}>
    <svg className={styles.emptyLine} viewBox="0 0 320 96" aria-hidden="true">
      <path className={styles.go} d="M18 48h86" />
      <circle className={styles.from} cx="12" cy="48" r="9" />
      <path strokeDasharray="5 5" d="M104 20h96v56h-96z" />
      <path d="M152 38v20M142 48h20" />
      <path strokeDasharray="2 6" d="M200 48h88" />
      <circle cx="300" cy="48" r="9" strokeDasharray="4 3.5" />
    </svg>
    <div>
      <h2>{notices.selectTool.title}</h2>
      <p className="muted">{notices.selectTool.message}</p>
    </div>
  </div>
)
