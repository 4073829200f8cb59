import type { Severity } from '@netbox/core'
import type { Notice } from '@netbox/product'
import type { ReactNode } from 'react'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import { StatusGlyph } from './glyphs/status-glyph.tsx'
import * as styles from './form-alert.module.css'

const severityClasses: Readonly<Record<Severity, string>> = {
  pass: 'pass',
  info: 'info',
  warning: 'warn',
  critical: 'crit',
}

interface FormAlertProps {
  readonly id?: string | undefined
  readonly severity?: Severity
  /** The message; without one the container is empty, so that screen readers announce a later one. */
  readonly notice: Notice | undefined
  readonly children?: ReactNode
}

/** Shows the outcome of a form next to it. */
export const FormAlert = ({ id, severity = 'critical', notice, children }: FormAlertProps) => {
  useInlineMessage(notice?.message)
  // If the form shows the reason below the title, the toast's message is the title.
  useInlineMessage(notice?.title)
  return (
    <div role={severity === 'critical' ? 'alert' : 'status'}>
      {notice === undefined ? null : (
        <div className={`${styles.entryAlert} ${severityClasses[severity]}`} id={id}>
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
