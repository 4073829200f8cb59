import { adminNotices } from '@netbox/product'
import { PartState } from '../../../components/ui/part-state.tsx'
import { adminTexts } from '../../../texts/admin.ts'
import { usePart } from '../use-part.ts'
import { NotificationForm } from './notification-form.tsx'
import { NotificationList } from './notification-list.tsx'
import './notifications-tab.css'

/** How many notifications the list has. Source: spec §9. */
const LATEST = 20

/** The tab of the notifications: a form for a new one, and the latest. */
export const NotificationsTab = () => {
  const sent = usePart('sent', adminNotices.notifications_not_loaded, async (client, signal) => {
    const { notifications } = await client.call('admin.notifications', { signal })
    return notifications
  })
  return (
    <div className="adm-tab adm-halves">
      <NotificationForm onSent={(fresh) => sent.change((others) => [fresh, ...others].slice(0, LATEST))} />
      <section className="card pad" aria-labelledby="latest-notifications">
        <h2 id="latest-notifications">{adminTexts.notices.latest}</h2>
        <PartState of={sent} failed={adminNotices.notifications_not_loaded.message} />
        {sent.value === undefined ? null : <NotificationList notifications={sent.value} />}
      </section>
    </div>
  )
}
