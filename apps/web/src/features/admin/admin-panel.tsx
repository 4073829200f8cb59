import type { User } from '@netbox/contract'
import { adminLabels, adminNotices } from '@netbox/product'
import { useLocation, useSearch } from 'wouter'
import { RefusedSheet } from '../../components/report/state-sheets.tsx'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PageHead } from '../../components/ui/page-head.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { useSession } from '../../lib/session/session.ts'
import { adminTexts } from '../../texts/admin.ts'
import { AuditTab } from './audit.tsx'
import { NotificationsTab } from './notifications.tsx'
import { ServicesTab } from './services.tsx'
import { UsersTab } from './users.tsx'

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
    <div className="grid grid-cols-1 gap-6">
      <PageHead title={adminTexts.title} lead={adminTexts.lead} />
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
  <div role="alert">
    <h1 className="vh">{adminTexts.title}</h1>
    <RefusedSheet refusal={{ code: 'not_available', title: `${title}: ${message}`, message: adminTexts.askAdmin }}>
      <ButtonLink isSmall href="/dashboard">
        {adminTexts.toDashboard}
      </ButtonLink>
    </RefusedSheet>
  </div>
)

/** The admin panel, for signed-in admins. */
export const AdminPanel = () => {
  const { user } = useSession()
  return user?.is_admin === true ? <Panel user={user} /> : <AccessDenied />
}
