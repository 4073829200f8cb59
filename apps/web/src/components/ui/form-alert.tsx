import type { Severity } from '@netbox/core'
import type { Notice } from '@netbox/product'
import type { ReactNode } from 'react'
import { StatusGlyph } from './glyphs/status-glyph.tsx'

const looks: Readonly<Record<Severity, string>> = { pass: 'pass', info: 'info', warning: 'warn', critical: 'crit' }

interface FormAlertProps {
  readonly id?: string | undefined
  readonly severity?: Severity
  /** The message; without one the container is empty, so that screen readers announce a later one. */
  readonly notice: Notice | undefined
  readonly children?: ReactNode
}

/** Shows the outcome of a form next to it. */
export const FormAlert = ({ id, severity = 'critical', notice, children }: FormAlertProps) => (
  <div role={severity === 'critical' ? 'alert' : 'status'}>
    {notice === undefined ? null : (
      <div className={`entry-alert ${looks[severity]}`} id={id}>
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
