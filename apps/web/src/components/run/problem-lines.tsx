import type { Severity } from '@netbox/core'
import type { ReactNode } from 'react'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { useInlineMessage } from '../../lib/inline-messages.ts'
import type { Problem } from './problem.ts'
import * as panel from '../ui/panel.module.css'

interface ProblemLinesProps {
  /** The id of the message about a refused input. */
  readonly id: string
  readonly problem: Problem | undefined
  readonly severity?: Severity
  /** The advice next to the sentence. */
  readonly children?: ReactNode
}

/** Shows the problem of a run under its input, because a toast would disappear. */
export const ProblemLines = ({ id, problem, severity = 'critical', children }: ProblemLinesProps) => {
  useInlineMessage(problem?.message)
  return (
    <div id={id} role="alert">
      {problem === undefined ? null : (
        <div className={panel.refusal}>
          {problem.message === '' ? null : <Status severity={severity}>{problem.message}</Status>} {children}
          {problem.details.length === 0 ? null : (
            <ul>
              {problem.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
