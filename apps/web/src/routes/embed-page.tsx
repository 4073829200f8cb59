import type { ReactNode } from 'react'
import { EmbedCard } from '../features/embed/embed-card.tsx'
import { sharingTexts } from '../texts/sharing.ts'

/** The embedding page has its own header, footer and main part; the label distinguishes this main part from it. */
export const Layout = ({ children }: { readonly children: ReactNode }) => (
  <main id="content" aria-label={sharingTexts.cardName}>
    {children}
  </main>
)

/** The page at `/embed`: the card of a report, for other pages to frame. */
export const Page = () => <EmbedCard />
