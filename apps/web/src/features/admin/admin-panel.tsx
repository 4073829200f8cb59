import type { User } from '@netbox/contract'
import { adminLabels } from '@netbox/product'
import { useLocation, useSearch } from 'wouter'
import { Tabs } from '../../components/ui/tabs.tsx'
import { adminTexts } from '../../texts/admin.ts'
import { AccessDenied } from './access-denied.tsx'
import { AuditTab } from './audit/audit-tab.tsx'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { ServicesTab } from './services/services-tab.tsx'
import { UsersTab } from './users/users-tab.tsx'
import * as styles from './admin.module.css'

const FIRST = 'users'
const others: ReadonlySet<string> = new Set(['notifications', 'services', 'audit'])

/** Keeps the chosen tab in the address, so that a reload or a link leads to the same one. */
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
            // An unfinished notification is not lost.
            isKept: true,
          },
          { id: 'services', label: adminLabels.services, content: <ServicesTab />, focusable: false },
          { id: 'audit', label: adminTexts.audit, content: <AuditTab />, focusable: false },
        ]}
      />
    </div>
  )
}

/** The admin panel, for signed-in admins. */
export const AdminPanel = ({ user }: { readonly user: User }) =>
  user.is_admin ? <Panel user={user} /> : <AccessDenied />
