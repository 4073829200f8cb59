import type { ReactNode } from 'react'

interface PageHeadProps {
  /** A link to the page above, over the heading. */
  readonly back?: ReactNode
  readonly title: string
  readonly lead?: ReactNode
  /** Buttons or links at the end of the line. */
  readonly children?: ReactNode
}

/** The heading of a page behind the sign-in, with one sentence about the page. */
export const PageHead = ({ back, title, lead, children }: PageHeadProps) => (
  <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
    <div>
      {back === undefined ? null : (
        <p className="mb-1.5 text-ui [&>a]:inline-flex [&>a]:items-center [&>a]:gap-2 [&>a]:py-0.5">{back}</p>
      )}
      <h1 className="mb-1.5 text-3xl leading-tight tracking-hero">{title}</h1>
      {lead === undefined ? null : <p className="muted">{lead}</p>}
    </div>
    {children}
  </div>
)

interface QuestionHeadProps {
  readonly title: string
  readonly lede: ReactNode
  /** A line above the sentence. */
  readonly children?: ReactNode
}

/** The heading of a page that runs tools, in the display size, with one sentence about the page. */
export const QuestionHead = ({ title, lede, children }: QuestionHeadProps) => (
  <section className="relative overflow-x-clip pt-10 print:hidden">
    <div className="wrap grid grid-cols-[minmax(0,1fr)_372px] items-end gap-x-16 max-xl:grid-cols-1 max-xl:gap-y-6">
      <h1 className="text-page leading-tight tracking-hero">{title}</h1>
      <div>
        {children}
        <p className="sm muted text-balance">{lede}</p>
      </div>
    </div>
  </section>
)
