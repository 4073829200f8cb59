import type { Tool } from '@netbox/core'
import { ANONYMOUS, useLocalUsage } from './local-usage.ts'
import { useSession } from './session.ts'

/** Returns the user's plan and today's usage of a tool. Until the user is known, returns those of a visitor. */
export const useVisitor = (tool: Tool) => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  return { plan, subject, signedIn: user !== undefined, usage: useLocalUsage(tool, plan, subject) } as const
}
