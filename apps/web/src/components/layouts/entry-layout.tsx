import { footer, labels } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { Brand } from './brand.tsx'
import { SignalsDrawing } from './signals-drawing.tsx'
import './entry-layout.css'

const { entry } = authTexts

/** The layout of the account pages: the form on one side, the drawing on the other, which narrow screens omit. */
export const EntryLayout = ({ children }: { readonly children: ReactNode }) => (
  <div className="entry">
    <div className="entry-side">
      <header>
        <Brand />
        <Link className="sm" href="/">
          {labels.backToTools}
        </Link>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className="quiet sm">{footer.copyright}</footer>
    </div>
    <aside aria-label={entry.aside}>
      <SignalsDrawing />
      <div className="entry-words">
        <p className="entry-head">
          {entry.words[0]}
          <br />
          {entry.words[1]}
        </p>
        <p>{entry.promise}</p>
      </div>
    </aside>
  </div>
)
