import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react'

interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** The heading, which names the section. A card without one needs an `aria-label`. */
  readonly title?: ReactNode
  /** The purpose of the card, below the heading. */
  readonly lead?: ReactNode
  /** A count or a button at the end of the heading's line. */
  readonly aside?: ReactNode
  /** The heading, if the page moves the focus there. */
  readonly headingRef?: RefObject<HTMLHeadingElement | null>
  /** Whether the card is the task of its page, with a larger heading. */
  readonly isTask?: boolean
  /** Whether rows or figures fill the card to its edges. */
  readonly isFlush?: boolean
}

/** A sheet of a page: an ink rule above, hairlines around, and its heading inside. */
export const Card = ({
  title,
  lead,
  aside,
  headingRef,
  isTask = false,
  isFlush = false,
  className = '',
  children,
  ...section
}: CardProps) => {
  const id = useId()
  const name = title === undefined ? {} : { 'aria-labelledby': id }
  return (
    <section
      {...name}
      {...section}
      className={`border border-t-2 border-rule border-t-ink bg-sheet print:border-0 ${isFlush ? '' : 'px-6 pt-5 pb-6 max-md:px-4'} ${className}`}
    >
      {title === undefined ? null : (
        <div className={isFlush ? 'px-6 pt-4 pb-3.5 max-md:px-4' : 'mb-3.5'}>
          <div className="flex flex-wrap items-baseline gap-x-3.5 gap-y-1.5">
            <h2
              className={isTask ? 'text-xl' : 'text-lg'}
              id={id}
              ref={headingRef}
              tabIndex={headingRef === undefined ? undefined : -1}
            >
              {title}
            </h2>
            {aside}
          </div>
          {lead === undefined ? null : <p className="muted sm">{lead}</p>}
        </div>
      )}
      {children}
    </section>
  )
}

/** The heading of a part of a card. */
export const Subhead = (heading: ComponentProps<'h3'>) => (
  // The heading has its content from the caller.
  <h3 {...heading} className="font-sans text-base font-semibold tracking-normal focus:outline-0" />
)
