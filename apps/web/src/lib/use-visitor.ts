import type { Tool } from '@netbox/core'
import { ANONYMOUS, useLocalUsage } from './local-usage.ts'
import { useSession } from './session.ts'

/** Returns the user and the rest of today's runs; a visitor until the user is known. */
export const useVisitor = (tool: Tool) => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  return { plan, subject, signedIn: user !== undefined, usage: useLocalUsage(tool, plan, subject) } as const
}
