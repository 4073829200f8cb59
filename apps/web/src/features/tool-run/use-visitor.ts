import type { Tool } from '@netbox/core'
import { ANONYMOUS, useLocalUsage } from '../../lib/local-usage.ts'
import { useSession } from '../../lib/session.ts'

/** Tells who asks and what is left of their day. Until it is known, it is a visitor. */
export const useVisitor = (tool: Tool) => {
  const { user } = useSession()
  const plan = user?.plan ?? 'free'
  const subject = user?.id ?? ANONYMOUS
  return { plan, subject, signedIn: user !== undefined, usage: useLocalUsage(tool, plan, subject) } as const
}
