import { homeTool } from '@netbox/core'
import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Footer } from './footer.tsx'
import { OfflineHint, SkipLink } from './frame.tsx'
import { Header } from './header.tsx'
import { WorldStrip } from './world-strip.tsx'

/** The layout of every public page: a skip link, the bar, the world of the visit, the page, the footer. */
export const PublicLayout = ({ children }: { readonly children: ReactNode }) => {
  const tool = homeTool(useLocation()[0])
  // The form of a mailbox migration has no input of a tool.
  const toInput = tool !== undefined && tool.id !== 'email-migration'
  return (
    <>
      <SkipLink toInput={toInput} />
      <Header />
      <WorldStrip />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <OfflineHint />
    </>
  )
}
