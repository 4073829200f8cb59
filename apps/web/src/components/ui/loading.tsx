import { labels } from '@netbox/product'
import * as styles from './loading.module.css'

interface LoadingProps {
  readonly title: string
  readonly lead?: string
}

/** A placeholder for a page while the session is verified. It is prerendered, so the first paint has the heading and text of the page. */
export const Loading = ({ title, lead }: LoadingProps) => (
  <>
    <h1 className={styles.title}>{title}</h1>
    {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
    <p role="status">{labels.loading}</p>
  </>
)
