import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { loadAccount } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { whenTouched } from '../../lib/when-visible.ts'
import { nextPath } from './next-path.ts'

/** Redirects signed-in users, and preloads the sign-in code. */
export const useEntry = (): void => {
  const { status } = useSession()
  const [, go] = useLocation()
  useEffect(
    () =>
      // Loads before the form is submitted, so that the code is available if the service goes down. If it can't be loaded, the form says
      // so.
      whenTouched(() => {
        loadAccount().catch(() => undefined)
      }),
    [],
  )
  useEffect(() => {
    if (status === 'user') go(nextPath(location.search, location.origin), { replace: true })
  }, [status, go])
}
