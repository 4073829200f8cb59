import type { Profile } from '@netbox/contract'
import type { Notice } from '@netbox/product'
import { useLocation } from 'wouter'
import { loadApi } from '../../../lib/api.ts'
import { failureOf } from '../../../lib/failure.ts'
import { toast } from '../../../lib/toasts.ts'
import { beginViewAs } from '../../../lib/view-as.ts'
import { adminTexts } from '../../../texts/admin.ts'
import { checkAccess } from '../use-deed.ts'

/** Opens a user's dashboard in read-only mode. */
export const useViewAs = (say: (problem: Notice) => void) => {
  const [, go] = useLocation()
  return async ({ id }: Profile): Promise<void> => {
    try {
      beginViewAs(await (await loadApi()).call('admin.viewAs', { params: { id } }))
      go('/dashboard')
    } catch (error) {
      const failure = failureOf(error)
      const problem = { title: adminTexts.users.viewFailed, message: failure.message }
      toast('critical', problem)
      say(problem)
      checkAccess(failure)
    }
  }
}
