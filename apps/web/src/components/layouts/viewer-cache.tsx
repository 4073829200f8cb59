import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { useViewer } from '../../lib/viewer.ts'

const settings = {
  provider: () => new Map(),
  // A page loads its data each time it opens; only pending requests are shared.
  dedupingInterval: 0,
  revalidateOnFocus: false,
  // After a failure, the page shows a Retry button.
  shouldRetryOnError: false,
  keepPreviousData: true,
}

/** Keeps loaded data for one viewer. Another viewer gets an empty cache; late responses go to the old one. */
export const ViewerCache = ({ children }: { readonly children: ReactNode }) => {
  const viewer = useViewer()
  if (viewer === undefined) return children
  return (
    <SWRConfig key={`${viewer.user.id} ${viewer.actor?.id}`} value={settings}>
      {children}
    </SWRConfig>
  )
}
