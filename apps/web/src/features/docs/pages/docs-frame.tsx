import type { ReactNode } from 'react'
import { Footer } from '../../../components/layouts/footer.tsx'
import { HeaderBar } from '../../../components/layouts/header.tsx'
import { docsTexts } from '../../../texts/docs.ts'
import { layoutTexts } from '../../../texts/layout.ts'
import * as top from '../../../components/layouts/top.module.css'

/** The layout of every page of the documentation. No script hydrates these pages, so their links are ordinary page loads. */
export const DocsFrame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <a className={top.skip} href="#content">
      {layoutTexts.skip}
    </a>
    <HeaderBar tag={docsTexts.tag} find={docsTexts.search} />
    <main id="content" tabIndex={-1}>
      {children}
    </main>
    <Footer />
  </>
)
