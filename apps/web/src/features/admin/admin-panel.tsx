import type { User } from '@netbox/contract'
import { adminLabels, adminNotices } from '@netbox/product'
import { Link, useLocation, useSearch } from 'wouter'
import { RefusedSheet } from '../../components/report/state-sheets.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { adminTexts } from '../../texts/admin.ts'
import { AuditTab } from './audit/audit-tab.tsx'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { ServicesTab } from './services/services-tab.tsx'
import { UsersTab } from './users/users-tab.tsx'
import * as button from '../../components/ui/button.module.css'
import * as styles from './admin.module.css'

const FIRST = 'users'
const others: ReadonlySet<string> = new Set(['notifications', 'services', 'audit'])

/** Keeps the chosen tab in the address, so that a reload or a link opens it again. */
const useTab = () => {
  const [path, go] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('tab') ?? ''
  const select = (id: string) => go(id === FIRST ? path : `${path}?tab=${id}`, { replace: true })
  return { selected: others.has(wanted) ? wanted : FIRST, select }
}

const Panel = ({ user }: { readonly user: User }) => {
  const { selected, select } = useTab()
  return (
    <div className={styles.adm}>
      <header className={styles.admHead}>
        <h1>{adminTexts.title}</h1>
        <p className="muted">{adminTexts.lead}</p>
      </header>
      <Tabs
        label={adminTexts.parts}
        selected={selected}
        onSelect={select}
        tabs={[
          { id: FIRST, label: adminLabels.users, content: <UsersTab self={user} />, focusable: false },
          {
            id: 'notifications',
            label: adminLabels.notifications,
            content: <NotificationsTab />,
            focusable: false,
            // Keeps an unfinished notification when the tab changes.
            isKept: true,
          },
          { id: 'services', label: adminLabels.services, content: <ServicesTab />, focusable: false },
          { id: 'audit', label: adminTexts.audit, content: <AuditTab />, focusable: false },
        ]}
      />
    </div>
  )
}

const { title, message } = adminNotices.access_denied

// Says that the panel is for admins.
const AccessDenied = () => (
  <div className={styles.adm} role="alert">
    <h1 className="vh">{adminTexts.title}</h1>
    <RefusedSheet refusal={{ code: 'not_available', title: `${title}: ${message}`, message: adminTexts.askAdmin }}>
      <Link className={`${button.btn} sm`} href="/dashboard">
        {adminTexts.toDashboard}
      </Link>
    </RefusedSheet>
  </div>
)

/** The admin panel, for signed-in admins. */
export const AdminPanel = ({ user }: { readonly user: User }) =>
  user.is_admin ? <Panel user={user} /> : <AccessDenied />
