import type { Profile } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useLocation } from 'wouter'
import { loadApi } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/failure.ts'
import { beginViewAs } from '../../../lib/view-as.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { checkAccess } from '../use-deed.ts'

/** Opens the dashboard as a user sees it, to read. */
export const useViewAs = (say: (problem: Notice) => void) => {
  const [, go] = useLocation()
  return async ({ id }: Profile): Promise<void> => {
    try {
      beginViewAs(await (await loadApi()).call('admin.viewAs', { params: { id } }))
      go('/dashboard')
    } catch (error) {
      const failure = failureOf(error)
      say({ title: adminTexts.users.viewFailed, message: failure.message })
      checkAccess(failure)
    }
  }
}
