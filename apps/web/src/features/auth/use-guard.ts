import type { User } from '@netbox/contract'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from '../../lib/session.ts'
import { loginPath } from './next-path.ts'

/** Returns the signed-in user. Undefined while loading; visitors are redirected to the sign-in page. */
export const useGuard = (path: string): User | undefined => {
  const { status, user } = useSession()
  const [, go] = useLocation()
  useEffect(() => {
    // Sign-out has already started another navigation, which must not be replaced.
    if (status === 'anonymous' && location.pathname === path)
      go(loginPath(`${path}${location.search}`), { replace: true })
  }, [status, path, go])
  return user
}
