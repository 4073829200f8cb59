import type { ReactNode } from 'react'

interface EntryHeadProps {
  readonly title: string
  readonly children?: ReactNode
}

/** The heading of an account page. */
export const EntryHead = ({ title, children }: EntryHeadProps) => (
  <>
    <h1>{title}</h1>
    {children === undefined ? null : <p className="muted">{children}</p>}
  </>
)
