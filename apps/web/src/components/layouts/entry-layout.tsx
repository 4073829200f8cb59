import { footer, labels } from '@netbox/product'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { Brand } from './brand.tsx'
import { SignalsDrawing } from './signals-drawing.tsx'
import * as styles from './entry-layout.module.css'

const { entry } = authTexts

/** The frame of the pages around an account: the form at one side, the drawing at the other, which narrow screens leave out. */
export const EntryLayout = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.entry}>
    <div className={styles.entrySide}>
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
      <div className={styles.entryWords}>
        <p className={styles.entryHead}>
          {entry.words[0]}
          <br />
          {entry.words[1]}
        </p>
        <p>{entry.promise}</p>
      </div>
    </aside>
  </div>
)
