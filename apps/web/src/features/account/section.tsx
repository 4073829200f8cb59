import { type ReactNode, useId } from 'react'
import * as panel from '../../components/ui/panel.module.css'
import * as styles from './account.module.css'

interface SectionProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** A part of the page: its name and description in the margin, a panel next to it. */
export const Section = ({ title, lead, children }: SectionProps) => {
  const id = useId()
  return (
    <section className={styles.accPart} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className="muted sm">{lead}</p>
      </header>
      <div className={`${panel.card} ${panel.pad}`}>{children}</div>
    </section>
  )
}
