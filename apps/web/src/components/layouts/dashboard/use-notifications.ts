import type { ResponseOf } from '@netbox/contract'
import { useData } from '../../../lib/use-data.ts'
import { loadViewerApi } from '../../../lib/viewer.ts'

type Received = ResponseOf<'notifications.list'>

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
  const { value, failure, reload, change } = useData('notifications.list', {}, { revalidateOnFocus: true })
  const markRead = async (id: string): Promise<void> => {
    const api = await loadViewerApi()
    await api.call('notifications.read', { params: { id } })
    change((known) => withRead(known, id))
  }
  return { value, failure, reload, markRead }
}
