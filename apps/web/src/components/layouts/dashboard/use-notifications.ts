import type { ReceivedNotification } from '@netbox/contract'
import { useEffect } from 'react'
import { useLoaded } from '../../../lib/use-loaded.ts'
import { loadViewerApi } from '../../../lib/viewer.ts'

interface Received {
  readonly notifications: readonly ReceivedNotification[]
  readonly unread: number
}

/** Marks one as read; a read one stays as it is. */
const withRead = ({ notifications, unread }: Received, id: string): Received => {
  const isNews = notifications.some((one) => one.id === id && !one.read)
  return {
    notifications: notifications.map((one) => (one.id === id ? { ...one, read: true } : one)),
    unread: isNews ? Math.max(0, unread - 1) : unread,
  }
}

/** Loads the notifications of the dashboard's user: initially, and at each return to the page. */
export const useNotifications = () => {
  const { value, failure, reload, change } = useLoaded<Received>('notifications', async (signal) =>
    (await loadViewerApi()).call('notifications.list', { signal }),
  )
  useEffect(() => {
    const onReturn = () => {
      if (document.visibilityState === 'visible') reload()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [reload])
  const markRead = async (id: string): Promise<void> => {
    const api = await loadViewerApi()
    await api.call('notifications.read', { params: { id } })
    change((known) => withRead(known, id))
  }
  return { value, failure, reload, markRead }
}
