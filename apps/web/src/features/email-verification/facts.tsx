import type { ReactNode } from 'react'

/** One line of a list of facts: a name, and a value of a machine at the end. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex justify-between gap-3 py-0.5 text-ui">
    <dt className="text-ink-2">{name}</dt>
    <dd className="text-right font-mono text-sm font-medium wrap-anywhere">{children}</dd>
  </div>
)
