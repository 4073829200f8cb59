import type { ReactNode } from 'react'
import { EmbedCard } from '../features/embed/embed-card.tsx'
import { sharingTexts } from '../texts/sharing.ts'

/** The layout has no header or footer. The label distinguishes its main part from the main part of the embedding page. */
export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <main id="content" aria-label={sharingTexts.cardName}>
    {children}
  </main>
)

/** The page at `/embed`: the card of a report, for other pages to frame. */
export const Page = () => <EmbedCard />
