import { adminNotices } from '@netbox/product'
import { PartState } from '../../../components/ui/part-state.tsx'
import { useData } from '../../../lib/use-data.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { announceFailure } from '../failed-action.ts'
import { NotificationForm } from './notification-form.tsx'
import { NotificationList } from './notification-list.tsx'
import * as panel from '../../../components/ui/panel.module.css'
import * as adminStyles from '../admin.module.css'

/** The maximum of listed notifications. Source: spec §9. */
const LATEST = 20

/** The tab of the notifications: a form for a new one, and the latest. */
export const NotificationsTab = () => {
  const sent = useData('admin.notifications', {}, { onFailure: announceFailure(adminNotices.notifications_not_loaded) })
  return (
    <div className={`${adminStyles.admTab} ${adminStyles.admHalves}`}>
      <NotificationForm
        onSent={(fresh) =>
          sent.change(({ notifications }) => ({ notifications: [fresh, ...notifications].slice(0, LATEST) }))
        }
      />
      <section
        className={`${panel.card} ${adminStyles.card} ${panel.pad} ${adminStyles.pad}`}
        aria-labelledby="latest-notifications"
      >
        <h2 id="latest-notifications">{adminTexts.notices.latest}</h2>
        <PartState of={sent} failed={adminNotices.notifications_not_loaded.message} />
        {sent.value === undefined ? null : <NotificationList notifications={sent.value.notifications} />}
      </section>
    </div>
  )
}
