import type { RunState } from '@netbox/core'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { runTexts } from '../../texts/run-stages.ts'

/** Describes the end of a run in one word. */
export const RunOutcome = ({ phase, error }: Pick<RunState, 'phase' | 'error'>) => {
  if (phase === 'succeeded') return <Status severity="pass">{runTexts.complete}</Status>
  if (error?.code === 'aborted') return <Status severity="info">{runTexts.stopped}</Status>
  return <Status severity="critical">{runTexts.broken}</Status>
}
