import type { SentNotification } from '@netbox/contract'
import { adminLabels } from '@netbox/product'
import { useState } from 'react'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { adminTexts, audienceOf } from '../../../texts/admin.ts'
import { notificationTypeTexts } from '../../../texts/dashboard.ts'

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
  <li className="adm-sent">
    <p className="adm-sent-head">
      <b>{notification.title}</b>
      <span className="chip">{notificationTypeTexts[notification.type]}</span>
    </p>
    <p className="adm-sent-text">{notification.message}</p>
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
    <p className="muted adm-none">{adminLabels.noNotifications}</p>
  ) : (
    <ul className="adm-list" aria-label={texts.list}>
      {notifications.map((notification) => (
        <Entry key={notification.id} notification={notification} />
      ))}
    </ul>
  )
