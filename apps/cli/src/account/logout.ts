import { ApiClientError } from '@netbox/contract'
import type { Context } from '../commands/context.ts'
import { type ExitCode, exitCodes } from '../exit.ts'
import { apiUrlOf } from '../state/api-url.ts'
import { connect, type Connection } from './connect.ts'
import { reasonOf } from './failure.ts'
import { endedHereAlone, signedOut, variableStays, wasSignedOut } from '../texts/account-messages.ts'
import { clearCachedPlan } from '../state/plan.ts'
import { sessionPath, sessionStorage } from './session-file.ts'

/** Ends the session in the service. Returns the reason if that failed, undefined on success. */
const endThere = async ({ clientWith, session }: Connection): Promise<string | undefined> => {
  try {
    const token = await session.token()
    if (token === undefined) return undefined
    await clientWith(token).call('auth.logout')
    return undefined
  } catch (error) {
    if (!(error instanceof ApiClientError)) throw error
    // A session that the service refuses has already ended there.
    if (error.status === 401) return undefined
    return error.status === undefined ? reasonOf(error) : error.message.replace(/\.$/, '')
  }
}

/** `netbox logout` signs out of the service of the stored session, even if another one is configured. */
export const logout = async ({ environment, out, say }: Context): Promise<ExitCode> => {
  const apiUrl = sessionStorage(sessionPath(environment), '', { anyway: true }).owner() ?? apiUrlOf(environment)
  const connection = connect(environment, { anyway: true, apiUrl, timeout: 5000 })
  const { session, storage } = connection
  if (session.store.read() === undefined) {
    say(environment.token === undefined ? wasSignedOut : variableStays())
    return exitCodes.ran
  }
  const failure = await endThere(connection)
  session.store.clear()
  clearCachedPlan({ ...environment, token: undefined })
  const problem = storage.failure()
  if (problem !== undefined) throw problem
  if (environment.token !== undefined) say(variableStays())
  if (failure === undefined) {
    out(`${signedOut}\n`)
    return exitCodes.ran
  }
  say(endedHereAlone(apiUrl, failure))
  return exitCodes.unreachable
}
