import type { SentNotification } from '@netbox/contract'
import { adminLabels } from '@netbox/product'
import { useState } from 'react'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { adminTexts, audienceOf } from '../../../texts/admin.ts'
import { notificationTypeTexts } from '../../../texts/dashboard.ts'
import * as chipStyles from '../../../components/ui/chip.module.css'
import * as adminStyles from '../admin.module.css'
import * as styles from './notifications-tab.module.css'
import * as usersTable from '../users/users-table.module.css'

const { notices: texts } = adminTexts

const Expiry = ({ at }: { readonly at: string | null }) => {
  const [now] = useState(() => Date.now())
  if (at === null) return texts.noExpiry
  const isOver = Date.parse(at) <= now
  return (
    <>
      {isOver ? texts.expired : texts.expires} <Timestamp at={at} />
    </>
  )
}

const Entry = ({ notification }: { readonly notification: SentNotification }) => (
  <li className={styles.admSent}>
    <p className={styles.admSentHead}>
      <b>{notification.title}</b>
      <span className={`${chipStyles.chip} ${usersTable.chip}`}>{notificationTypeTexts[notification.type]}</span>
    </p>
    <p className={styles.admSentText}>{notification.message}</p>
    <p className="sm quiet">
      <Timestamp at={notification.created_at} /> · {texts.to}{' '}
      <span className={notification.is_global ? '' : 'mono'}>{audienceOf(notification)}</span> ·{' '}
      <Expiry at={notification.expires_at} />
    </p>
  </li>
)

/** The latest notifications, newest first. */
export const NotificationList = ({ notifications }: { readonly notifications: readonly SentNotification[] }) =>
  notifications.length === 0 ? (
    <p className={`muted ${adminStyles.admNone}`}>{adminLabels.noNotifications}</p>
  ) : (
    <ul className={adminStyles.admList} aria-label={texts.list}>
      {notifications.map((notification) => (
        <Entry key={notification.id} notification={notification} />
      ))}
    </ul>
  )
