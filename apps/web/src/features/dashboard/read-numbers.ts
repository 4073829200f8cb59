import type { Client } from '@netbox/contract'
import { loadViewerApi } from '../../lib/viewer.ts'

/** How many migrations are drawn, the newest. */
const SHOWN = 10
/** How many verifications are counted by day: a page of the history, the newest. */
const COUNTED = 200

const readVerified = async (api: Pick<Client, 'call'>): Promise<string[]> => {
  try {
    const { data } = await api.call('email.history', { query: { page: 1, limit: COUNTED } })
    return data.items.map(({ created_at }) => created_at)
  } catch {
    // The service may be switched off; the number stands without its drawing.
    return []
  }
}

const readMigrations = async (api: Pick<Client, 'call'>): Promise<string[]> => {
  const { data } = await api.call('migrations.list', { query: { page: 1, limit: SHOWN } })
  return data.items.map(({ status }) => status)
}

/** Reads the service's counts; the data of drawings only if there is any. */
export const readNumbers = async () => {
  const api = await loadViewerApi()
  const { data: stats } = await api.call('stats.get')
  const verified = stats.emails_verified === 0 ? [] : await readVerified(api)
  const migrations = stats.migrations === 0 ? [] : await readMigrations(api)
  return { stats, verified, migrations }
}

/** The content of the overview's four cards. */
export type Numbers = Awaited<ReturnType<typeof readNumbers>>
