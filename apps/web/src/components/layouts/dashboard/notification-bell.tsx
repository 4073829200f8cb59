import type { ReceivedNotification, ResponseOf } from '@netbox/contract'
import { labels } from '@netbox/product'
import { useState } from 'react'
import { shortDay } from '../../../lib/show-time.ts'
import { dashboardTexts, notificationTypeTexts } from '../../../texts/dashboard.ts'
import { Status } from '../../ui/glyphs/status-glyph.tsx'
import { BellGlyph } from '../../ui/glyphs/section-glyphs.tsx'
import { useDisclosure } from '../../ui/use-disclosure.ts'
import * as accountMenu from './account-menu.module.css'
import * as buttonStyles from '../../ui/button.module.css'
import * as textButton from '../../ui/text-button.module.css'
import * as styles from './notification-bell.module.css'
import { useData } from '../../../lib/use-data.ts'
import { loadViewerApi } from '../../../lib/viewer.ts'

type Received = ResponseOf<'notifications.list'>

/** Marks a notification as read; one that is already read stays unchanged. */
const withRead = ({ notifications, unread }: Received, id: string): Received => {
  const isNews = notifications.some((one) => one.id === id && !one.read)
  return {
    notifications: notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread: isNews ? Math.max(0, unread - 1) : unread,
  }
}

/** Loads the notifications of the dashboard's user: initially, and at each return to the page. */
const useNotifications = () => {
  const { value, failure, reload, change } = useData('notifications.list', {}, { revalidateOnFocus: true })
  const markRead = async (id: string): Promise<void> => {
    const api = await loadViewerApi()
    await api.call('notifications.read', { params: { id } })
    change((known) => withRead(known, id))
  }
  return { value, failure, reload, markRead }
}

interface EntryProps {
  readonly entry: ReceivedNotification
  /** Absent if the page is read-only. */
  readonly onRead: (() => void) | undefined
}

const Entry = ({ entry: { title, message, type, created_at, read }, onRead }: EntryProps) => (
  <li className={read ? undefined : styles.unread}>
    <p>
      {read ? null : <span className="vh">{dashboardTexts.unread}: </span>}
      <b>{title}</b>
    </p>
    <p>{message}</p>
    <p className={styles.noteF}>
      <span>
        {notificationTypeTexts[type]}, <time dateTime={created_at}>{shortDay(created_at)}</time>
      </span>
      {read || onRead === undefined ? null : (
        <button type="button" className={textButton.textbtn} onClick={onRead}>
          {dashboardTexts.markRead}
        </button>
      )}
    </p>
  </li>
)

type Notifications = ReturnType<typeof useNotifications>

const List = ({ notifications, isReadOnly }: { notifications: Notifications; isReadOnly: boolean }) => {
  const { value, failure: notLoaded, reload, markRead } = notifications
  const [failure, fail] = useState<string>()
  const mark = async (ids: readonly string[]) => {
    fail(undefined)
    try {
      for (const id of ids) await markRead(id)
    } catch (reason) {
      fail(reason instanceof Error ? reason.message : String(reason))
    }
  }
  const shown = failure ?? (notLoaded === undefined ? undefined : notLoaded.message || dashboardTexts.notLoaded)
  const unread = value?.notifications.filter(({ read }) => !read).map(({ id }) => id) ?? []
  return (
    <>
      <div className={styles.notesH}>
        <h2>{dashboardTexts.notificationsTitle}</h2>
        {unread.length === 0 || isReadOnly ? null : (
          <button type="button" className={textButton.textbtn} onClick={() => void mark(unread)}>
            {dashboardTexts.markAllRead}
          </button>
        )}
      </div>
      <div role="status">
        {shown === undefined ? null : (
          <p className={styles.notesP}>
            <Status severity="critical">{shown}</Status>{' '}
            <button type="button" className={textButton.textbtn} onClick={reload}>
              {labels.retry}
            </button>
          </p>
        )}
        {value?.notifications.length === 0 ? (
          <p className={`${styles.notesP} muted`}>{dashboardTexts.noNotifications}</p>
        ) : null}
      </div>
      <ul>
        {value?.notifications.map((entry) => (
          <Entry key={entry.id} entry={entry} onRead={isReadOnly ? undefined : () => void mark([entry.id])} />
        ))}
      </ul>
    </>
  )
}

/** Shows new notifications. */
export const NotificationBell = ({ isReadOnly }: { readonly isReadOnly: boolean }) => {
  const notifications = useNotifications()
  const { isOpen, id, place, buttonProps } = useDisclosure()
  const unread = notifications.value?.unread ?? 0
  const open = () => {
    buttonProps.onClick()
    if (!isOpen) notifications.reload()
  }
  return (
    <div className={accountMenu.menuPlace} ref={place}>
      <button
        type="button"
        className={buttonStyles.iconbtn}
        aria-label={dashboardTexts.notifications(unread)}
        {...buttonProps}
        onClick={open}
      >
        <BellGlyph />
        {unread === 0 ? null : <span className={styles.un}>{unread}</span>}
      </button>
      {isOpen ? (
        <div className={`${accountMenu.menu} ${styles.menu} ${styles.notes}`} id={id}>
          <List notifications={notifications} isReadOnly={isReadOnly} />
        </div>
      ) : null}
    </div>
  )
}
