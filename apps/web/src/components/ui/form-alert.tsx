import type { ServiceName } from '@netbox/contract'
import type { Severity } from '@netbox/core'
import { type Notice, serviceOffMessages } from '@netbox/product'
import type { ReactNode } from 'react'
import { useInlineMessage } from '../../lib/page/toasts.ts'
import { severityClass, StatusGlyph, RefusedGlyph } from './glyphs/status-glyph.tsx'

/** The sheet of a message, in the color of its severity. */
export const ALERT =
  'grid gap-3 border border-l-4 border-control border-l-current bg-sheet px-4 py-3 text-ui leading-ui [&>svg]:mt-px [&>svg]:size-4.5'
const IN_PLACE = `grid-cols-[18px_minmax(0,1fr)] [&_:is(b,p)]:text-ink [&_:is([href],[type])]:mt-2.5 ${ALERT}`

interface FormAlertProps {
  readonly id?: string | undefined
  readonly severity?: Severity
  /** The message; without one the container is empty, so that screen readers announce a later one. */
  readonly notice: Notice | undefined
  /** Utilities for the place of the message. */
  readonly className?: string
  readonly children?: ReactNode
}

/** Shows the outcome of a form next to it. */
export const FormAlert = ({ id, severity = 'critical', notice, className = '', children }: FormAlertProps) => {
  useInlineMessage(notice?.message)
  // If the form shows the reason below the title, the toast's message is the title.
  useInlineMessage(notice?.title)
  return (
    <div className="empty:absolute" role={severity === 'critical' ? 'alert' : 'status'}>
      {notice === undefined ? null : (
        <div className={`${IN_PLACE} ${severityClass[severity]} ${className}`} id={id}>
          <StatusGlyph severity={severity} />
          <div>
            <b>{notice.title}</b>
            <p>{notice.message}</p>
            {children}
          </div>
        </div>
      )}
    </div>
  )
}

interface ServiceOffProps {
  readonly service: ServiceName
  readonly isOff: boolean
  /** A link to what the user can do instead. */
  readonly children: ReactNode
}

/** The line of a form that stops at a bar. */
const StoppedLine = () => (
  <svg className="block w-full overflow-visible fill-none stroke-control stroke-2" height="28" aria-hidden="true">
    <circle className="fill-signal stroke-none" cx="8" cy="14" r="8" />
    <line className="stroke-signal" x1="8" x2="36%" y1="14" y2="14" />
    <line className="stroke-ink stroke-3" x1="36%" x2="36%" y1="0" y2="28" />
    <line x1="38.5%" x2="94%" y1="14" y2="14" strokeDasharray="2 5" />
    <circle cx="97%" cy="14" r="7" />
  </svg>
)

/** Says that a part of the service is switched off. While it is on, the place is empty, so that screen readers announce a later message. */
export const ServiceOff = ({ service, isOff, children }: ServiceOffProps) => (
  <div role="status">
    {isOff ? (
      <div className="my-3.5 grid gap-3">
        <StoppedLine />
        <div className="grid grid-cols-[18px_minmax(0,1fr)] gap-x-3 gap-y-1 [&>*]:col-start-2 [&>svg]:col-start-1 [&>svg]:row-start-1 [&>svg]:mt-0.5 [&>svg]:size-4.5">
          <RefusedGlyph />
          <p>{serviceOffMessages[service]}</p>
          <p className="text-ui">{children}</p>
        </div>
      </div>
    ) : null}
  </div>
)
