import { type ReactNode, Suspense } from 'react'
import { layoutTexts } from '../../texts/layout.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineHint } from './offline-hint.tsx'
import * as styles from './top.module.css'

/** The layout of every public page: a skip link, the bar, the page, the footer. */
export const PublicLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <a className={styles.skip} href="#content">
      {layoutTexts.skip}
    </a>
    <Header />
    <main id="content" tabIndex={-1}>
      <Suspense>{children}</Suspense>
    </main>
    <Suspense>
      <Footer />
    </Suspense>
    <OfflineHint />
  </>
)
