import { statusAppearance } from '@netbox/product'
import { AbsentGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { severityClass, Status } from '../../components/ui/glyphs/status-glyph.tsx'
import * as chip from '../ui/chip.module.css'

/** Returns the class that gives a status its color. */
export const toneClass = (status: string): string => {
  const { tone } = statusAppearance(status)
  return tone === 'neutral' ? 'non' : severityClass[tone]
}

/** Shows a status as glyph and word. Unconfirmed statuses have an open glyph. */
export const StatusMark = ({ status }: { readonly status: string }) => {
  const { label, tone } = statusAppearance(status)
  if (tone !== 'neutral' && status !== 'unconfirmed') return <Status severity={tone}>{label}</Status>
  return (
    <span className={`${chip.st} ${toneClass(status)}`} data-status>
      <AbsentGlyph />
      {label}
    </span>
  )
}
