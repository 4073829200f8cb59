import type { RunState } from '@netbox/core'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { runTexts } from '../../texts/run-stages.ts'

/** Says in a word how a run has ended. */
export const RunOutcome = ({ phase, error }: Pick<RunState, 'phase' | 'error'>) => {
  if (phase === 'succeeded') return <Status severity="pass">{runTexts.complete}</Status>
  if (error?.code === 'aborted') return <Status severity="info">{runTexts.stopped}</Status>
  return <Status severity="critical">{runTexts.broken}</Status>
}
