import type { ReactNode } from 'react'
import { EmbedCard } from '../features/embed/embed-card.tsx'
import { sharingTexts } from '../texts/sharing.ts'

/** Other pages have bars and feet of their own, and a main part, which this one must not be taken for. */
export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <main id="content" aria-label={sharingTexts.cardName}>
    {children}
  </main>
)

/** The page at `/embed`: the card of a report, for other pages to frame. */
export const Page = () => <EmbedCard />
