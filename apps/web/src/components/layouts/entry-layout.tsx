import { footer, labels } from '@netbox/product'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { authTexts } from '../../texts/auth.ts'
import { Brand } from './brand.tsx'
import { SignalsDrawing } from './signals-drawing.tsx'
import * as styles from './entry-layout.module.css'

const { entry } = authTexts

/** The drawing and the text next to a form. */
export interface EntryAside {
  readonly drawing: ReactNode
  readonly words: readonly [string, string]
  readonly promise: string
}

const usual: EntryAside = { drawing: <SignalsDrawing />, words: entry.words, promise: entry.promise }
const ShowAside = createContext<(aside: EntryAside) => void>(() => undefined)

/** Replaces the drawing and the text next to the form while the component is on the page. */
export const useEntryAside = (aside: EntryAside): void => {
  const show = useContext(ShowAside)
  useEffect(() => {
    show(aside)
    return () => show(usual)
  }, [show, aside])
}

/** The layout of sign-in, registration and recovery: the form on one side, and the drawing on the other, which narrow screens omit. */
export const EntryLayout = ({ children }: { readonly children: ReactNode }) => {
  const [{ drawing, words, promise }, show] = useState(usual)
  return (
    <div className={styles.entry}>
      <div className={styles.entrySide}>
        <header>
          <Brand />
          <Link className="sm" href="/">
            {labels.backToTools}
          </Link>
        </header>
        <main id="content" tabIndex={-1}>
          <ShowAside value={show}>{children}</ShowAside>
        </main>
        <footer className="quiet sm">{footer.copyright}</footer>
      </div>
      <aside aria-label={entry.aside}>
        {drawing}
        <div className={styles.entryWords}>
          <p className={styles.entryHead}>
            {words[0]}
            <br />
            {words[1]}
          </p>
          <p>{promise}</p>
        </div>
      </aside>
    </div>
  )
}
