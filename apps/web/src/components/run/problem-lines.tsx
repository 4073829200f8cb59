import type { Severity } from '@netbox/core'
import type { ReactNode } from 'react'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import type { Problem } from './problem.ts'

interface ProblemLinesProps {
  /** What an input that was refused is described by. */
  readonly id: string
  readonly problem: Problem | undefined
  readonly severity?: Severity
  /** What helps, beside the sentence. */
  readonly children?: ReactNode
}

/** Says under an input what is in the way of a run: a toast alone goes away. */
export const ProblemLines = ({ id, problem, severity = 'critical', children }: ProblemLinesProps) => (
  <div id={id} role="alert">
    {problem === undefined ? null : (
      <div className="refusal">
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
