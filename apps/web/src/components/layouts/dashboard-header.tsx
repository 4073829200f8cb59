import type { ReceivedNotification, ResponseOf } from '@netbox/contract'
import { labels } from '@netbox/product'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { openPalette } from '../../lib/page/palette.ts'
import { signOut } from '../../lib/session/load-account.ts'
import { shortDay } from '../../lib/page/time.ts'
import { useData, ViewerCache } from '../../lib/session/data.tsx'
import { leaveViewAs, loadViewerApi, type Viewer } from '../../lib/session/viewer.ts'
import { dashboardTexts, notificationTypeTexts } from '../../texts/dashboard.ts'
import { layoutTexts } from '../../texts/layout.ts'
import { ButtonLink, IconButton, TextButton } from '../ui/button.tsx'
import { Chip } from '../ui/chips.tsx'
import { BackGlyph, BellGlyph, DownGlyph, SectionGlyph } from '../ui/glyphs/line-glyphs.tsx'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { Menu, MENU_ENTRY } from '../ui/menu.tsx'
import { SearchButton, ThemeSwitch } from './frame.tsx'

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
  <li className={`px-4 py-3 wrap-anywhere whitespace-pre-line ${read ? '' : 'border-l-4 border-l-signal pl-3'}`}>
    <p>
      {read ? null : <span className="vh">{dashboardTexts.unread}: </span>}
      <b>{title}</b>
    </p>
    <p>{message}</p>
    <p className="quiet mt-1 flex justify-between gap-3 text-sm">
      <span>
        {notificationTypeTexts[type]}, <time dateTime={created_at}>{shortDay(created_at)}</time>
      </span>
      {read || onRead === undefined ? null : <TextButton onClick={onRead}>{dashboardTexts.markRead}</TextButton>}
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
      <div className="flex items-baseline justify-between gap-3 border-b border-rule px-4 pt-3.5 pb-2.5">
        <h2 className="text-lg">{dashboardTexts.notificationsTitle}</h2>
        {unread.length === 0 || isReadOnly ? null : (
          <TextButton onClick={() => void mark(unread)}>{dashboardTexts.markAllRead}</TextButton>
        )}
      </div>
      <div role="status">
        {shown === undefined ? null : (
          <p className="px-4 py-3">
            <Status severity="critical" isSentence>
              {shown}
            </Status>{' '}
            <TextButton onClick={reload}>{labels.retry}</TextButton>
          </p>
        )}
        {value?.notifications.length === 0 ? <p className="muted px-4 py-3">{dashboardTexts.noNotifications}</p> : null}
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
const NotificationBell = ({ isReadOnly }: { readonly isReadOnly: boolean }) => {
  const notifications = useNotifications()
  const unread = notifications.value?.unread ?? 0
  return (
    <Menu
      className="max-h-[min(560px,calc(100vh-90px))] w-[400px] overflow-auto"
      onOpen={notifications.reload}
      renderButton={(button) => (
        <IconButton {...button} className="relative" aria-label={dashboardTexts.notifications(unread)}>
          <BellGlyph />
          {unread === 0 ? null : (
            <span className="absolute top-0.5 right-0 min-w-4 rounded-full bg-signal px-1 text-xs leading-none font-semibold text-signal-ink forced-color-adjust-none">
              {unread}
            </span>
          )}
        </IconButton>
      )}
    >
      {() => <List notifications={notifications} isReadOnly={isReadOnly} />}
    </Menu>
  )
}

interface ItemsProps {
  readonly viewer: Viewer
  readonly onLeave: () => void
}

const Items = ({ viewer: { user, actor }, onLeave }: ItemsProps) => {
  const [, go] = useLocation()
  const leave = async () => {
    go('/')
    // The view of another user's dashboard ends first, because ending it needs the code of the session.
    await leaveViewAs()
    await signOut()
  }
  return (
    <ul>
      <li>
        <Link className={MENU_ENTRY} href="/pricing" onClick={onLeave}>
          {labels.managePlan}
        </Link>
      </li>
      <li>
        <Link className={MENU_ENTRY} href="/dashboard/account" onClick={onLeave}>
          {dashboardTexts.account}
        </Link>
      </li>
      {(actor ?? user).is_admin ? (
        <li>
          <Link className={MENU_ENTRY} href="/admin" onClick={onLeave}>
            {dashboardTexts.admin}
          </Link>
        </li>
      ) : null}
      <li className="flex min-h-control items-center justify-between pr-2 pl-4 font-medium">
        <span>{layoutTexts.darkTheme}</span>
        <ThemeSwitch />
      </li>
      <li>
        <button type="button" className={MENU_ENTRY} onClick={() => void leave()}>
          {labels.signOut}
        </button>
      </li>
    </ul>
  )
}

/** Shows the signed-in user, and links to the pages of the account. */
const AccountMenu = ({ viewer }: { readonly viewer: Viewer }) => {
  const { email } = viewer.user
  return (
    <Menu
      className="w-max"
      renderButton={(button) => (
        <button
          type="button"
          className="flex h-9 max-w-full min-w-9 items-center gap-2 rounded-md border-0 bg-transparent px-1.5 font-sans text-ui font-medium text-ink hover:bg-tint"
          aria-label={dashboardTexts.accountOf(email)}
          {...button}
        >
          <SectionGlyph section="account" />
          <span className="max-w-[260px] truncate max-xl:sr-only">{email}</span>
          <span className="max-sm:hidden">
            <DownGlyph />
          </span>
        </button>
      )}
    >
      {(close) => (
        <>
          <p className="border-b border-rule px-4 py-3 font-mono text-sm font-medium wrap-anywhere">{email}</p>
          <Items viewer={viewer} onLeave={close} />
        </>
      )}
    </Menu>
  )
}

// With the longest plan name, the visible text of the link back does not fit on a small phone; screen readers still get it.
const Personal = ({ viewer }: { readonly viewer: Viewer }) => (
  <div className="ml-auto flex min-w-0 items-center gap-3 max-md:gap-1.5">
    <Chip variant="solid" isMono>
      {viewer.user.plan.toUpperCase()}
    </Chip>
    <ButtonLink isSmall className="max-[380px]:px-2.5" href="/">
      <BackGlyph />
      <span className="max-[380px]:sr-only">{labels.backToTools}</span>
    </ButtonLink>
    <ViewerCache>
      <NotificationBell isReadOnly={viewer.actor !== undefined} />
    </ViewerCache>
    <AccountMenu viewer={viewer} />
  </div>
)

const BAR =
  'flex h-16 items-center gap-5 border-b border-rule px-edge [--spacing-edge:40px] [--container-page:100%] max-xl:gap-2 max-xl:[--spacing-edge:16px] max-md:relative print:hidden'

/** The bar on top of the pages behind sign-in. The right side appears all at once, so that nothing in it moves. */
export const DashboardHeader = ({ viewer }: { readonly viewer: Viewer | undefined }) => (
  <header className={BAR}>
    <SearchButton name={dashboardTexts.find} className="min-w-[320px] max-xl:min-w-9" onClick={() => openPalette()} />
    {viewer === undefined ? null : <Personal viewer={viewer} />}
  </header>
)
