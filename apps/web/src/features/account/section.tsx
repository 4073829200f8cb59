import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** A part of the page: its name and description in the margin, a sheet next to it. */
export const Section = ({ title, lead, children }: SectionProps) => {
  const id = useId()
  return (
    <section className="acc-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <p className="muted sm">{lead}</p>
      </header>
      <div className="card pad">{children}</div>
    </section>
  )
}
