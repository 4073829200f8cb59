import { pageNotFound } from '@netbox/product'
import { Link } from 'wouter'
import { openPalette } from '../../lib/palette.ts'
import { notFoundTexts } from '../../texts/information.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './not-found.module.css'

const Drawing = () => (
  <svg className={styles.gapDrawing} viewBox="0 24 1280 90" role="img" aria-label={notFoundTexts.drawing}>
    <path className={styles.ink} d="M-1400 86H9" strokeWidth="1.5" strokeDasharray="2 7" />
    <path className={styles.live} d="M9 86H230V44h150v42h170" />
    <path className={styles.lost} d="M550 86h112" strokeDasharray="6 5" />
    <path className={styles.lost} d="M664 77l18 18M682 77l-18 18" />
    <path className={styles.absent} d="M720 86h520" />
    <circle className={styles.dot} cx="9" cy="86" r="9" />
    <path className={styles.dot} d="M222 78h17v17h-17zM372 36h17v17h-17zM541 78h17v17h-17z" />
    <path className={styles.absent} d="M922 77h17v17h-17z" />
    <circle className={styles.absent} cx="1258" cy="86" r="15" />
  </svg>
)

/** The 404 page: a trace with a gap, and links back. */
export const NotFound = () => (
  <section className={styles.lostPage}>
    <div className="wrap">
      <h1>{pageNotFound.title}</h1>
      <Drawing />
      <p className={styles.lede}>{notFoundTexts.text}</p>
      <p className={styles.lostWays}>
        <Link className={`${buttonStyles.btn} ${buttonStyles.go}`} href="/">
          {pageNotFound.link}
        </Link>
        <button type="button" className={buttonStyles.btn} onClick={() => openPalette()}>
          {notFoundTexts.find}
        </button>
      </p>
    </div>
  </section>
)
