import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Home } from './netbox.ts'
import { PASSWORD, type Service } from './service.ts'

/** Returns the path of the session file in a home folder. */
export const sessionFile = ({ state }: Home): string => join(state, 'account', 'session.json')

/** Returns the access token of a signed-in home. */
export const tokenIn = (home: Home): string => {
  const { session } = JSON.parse(readFileSync(sessionFile(home), 'utf8')) as { session: string }
  return (JSON.parse(session) as { token: string }).token
}

/** Signs in to the service. Returns the content of a session file whose access token counts as expired, so that the first use renews it. */
export const expiredSession = async (service: Service, email: string): Promise<string> => {
  const { body } = await service.call('POST', '/auth/login', { body: { email, password: PASSWORD } })
  const { access_token: token, refresh_token: refresh, user } = body['session'] as Record<string, string>
  const session = JSON.stringify({ token, user, refresh: { token: refresh, expiresAt: Date.now() - 1000 } })
  return JSON.stringify({ apiUrl: service.url, session })
}
