import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { loadAccount } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { whenTouched } from '../../lib/when-visible.ts'
import { nextPath } from './next-path.ts'

/** Leads on whoever is signed in, and has at hand what signing in needs before anyone asks for it. */
export const useEntry = (): void => {
  const { status } = useSession()
  const [, go] = useLocation()
  useEffect(
    () =>
      // Loaded before the form is sent, it is there when the service goes away; where it can't be had, the form says so.
      whenTouched(() => {
        loadAccount().catch(() => undefined)
      }),
    [],
  )
  useEffect(() => {
    if (status === 'user') go(nextPath(location.search, location.origin), { replace: true })
  }, [status, go])
}
