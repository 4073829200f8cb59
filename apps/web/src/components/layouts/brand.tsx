import { Link } from 'wouter'
import * as styles from './top.module.css'

/** The brand name with its mark: a source, a box and a destination on one line. */
export const Brand = () => (
  <Link className={styles.brand} href="/">
    <svg viewBox="0 0 34 22" aria-hidden="true">
      <path className={styles.brandLine} d="M4 11h8M22 11h5" />
      <circle className={styles.brandDot} cx="4" cy="11" r="3.6" />
      <path className={styles.brandBox} d="M11.2 4.2h11.6v13.6H11.2z" />
      <circle className={styles.brandRing} cx="29.5" cy="11" r="3" />
    </svg>
    netbox
  </Link>
)
