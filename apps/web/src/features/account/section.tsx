import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Card, Subhead } from '../../components/ui/card.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'

interface SectionProps {
  readonly title: string
  readonly lead: string
  /** The heading, which gets the focus when the control that had it disappears. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>
  readonly children: ReactNode
}

/** A part of the page: its name and description in the margin, a card next to it. */
export const Section = ({ title, lead, headingRef, children }: SectionProps) => {
  const id = useId()
  return (
    <section className="grid grid-cols-[220px_minmax(0,1fr)] gap-x-10 gap-y-3 max-xl:grid-cols-1" aria-labelledby={id}>
      <header className="pt-4.5 max-xl:pt-0">
        <h2 className="mb-1.5 text-lg focus:outline-0" id={id} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted sm">{lead}</p>
      </header>
      <Card>{children}</Card>
    </section>
  )
}

interface ShownOnceProps {
  readonly title: string
  readonly warning: string
  readonly children: ReactNode
}

/** A secret that is shown only once. Moves the focus to its heading. */
export const ShownOnce = ({ title, warning, children }: ShownOnceProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mb-5 grid justify-items-start gap-3 border border-l-4 border-control border-l-warn p-4.5 pt-4">
      <Subhead ref={heading} tabIndex={-1}>
        {title}
      </Subhead>
      <p>
        <Status severity="warning" isSentence>
          {warning}
        </Status>
      </p>
      {children}
    </div>
  )
}
