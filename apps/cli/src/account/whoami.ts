import type { User } from '@netbox/contract'
import { planName, plainText } from '@netbox/core'
import { CommandError, type ExitCode, exitCodes } from '../exit.ts'
import type { Context } from '../commands/context.ts'
import { jsonText } from '../output/json.ts'
import { planState } from '../state/plan.ts'
import { fetchUser } from './fetch-plan.ts'
import { connect, type Credential } from './connect.ts'
import { agoOf } from '../texts/account-messages.ts'

const by: Readonly<Record<Credential, string>> = {
  session: 'with a session',
  'stored token': 'with an API token',
  NETBOX_TOKEN: 'with the token in NETBOX_TOKEN',
  none: '',
}

const lastKnown = ({ environment }: Context): string => {
  const { cached } = planState(environment, Date.now())
  if (cached === undefined || cached.email === '') return ''
  return ` Last known ${agoOf(Date.now() - cached.checked)}: ${plainText(cached.email)}, ${planName(cached.plan)} plan.`
}

const show = ({ email, plan, is_admin }: User, apiUrl: string, credential: Credential): string =>
  `${plainText(email)}, ${planName(plan)} plan${is_admin ? ', admin' : ''}\n${by[credential]} at ${apiUrl}\n`

/** `netbox whoami` fetches the user from the service and updates the cached plan. */
export const whoami = async (context: Context): Promise<ExitCode> => {
  const { options, environment, out } = context
  const connection = connect(environment)
  connection.requireSignIn()
  const credential = connection.credential()
  const { apiUrl } = connection
  try {
    const user = await fetchUser(connection, context)
    const { id, email, plan, is_admin: isAdmin } = user
    out(
      options.json === undefined
        ? show(user, apiUrl, credential)
        : jsonText({ id, email, plan, isAdmin, apiUrl, credential }),
    )
    return exitCodes.ran
  } catch (error) {
    if (!(error instanceof CommandError) || error.exit !== exitCodes.unreachable) throw error
    const { code, title, message, exit } = error
    throw new CommandError({ code, title, message: message + lastKnown(context), exit })
  }
}
