import { adminNotices } from '@netbox/product'
import { Link } from 'wouter'
import { RefusedSheet } from '../../components/report/state-sheets.tsx'
import { adminTexts } from '../../texts/admin.ts'
import * as button from '../../components/ui/button.module.css'
import * as styles from './admin.module.css'

const { title, message } = adminNotices.access_denied

/** Says that the panel is for admins. */
export const AccessDenied = () => (
  <div className={styles.adm} role="alert">
    <h1 className="vh">{adminTexts.title}</h1>
    <RefusedSheet refusal={{ code: 'not_available', title: `${title}: ${message}`, message: adminTexts.askAdmin }}>
      <Link className={`${button.btn} sm`} href="/dashboard">
        {adminTexts.toDashboard}
      </Link>
    </RefusedSheet>
  </div>
)
