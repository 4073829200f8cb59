import type { MouseEvent } from 'react'
import { reportParts } from './report-parts.ts'
import { useCurrentPart } from './use-current-part.ts'
import { reportTexts } from '../../texts/report.ts'
import * as trace from '../trace/trace.module.css'

const { parts: texts } = reportTexts

const entriesOf = (base: string) => {
  const parts = reportParts(base)
  return [
    { id: parts.verdict, label: texts.verdict },
    { id: parts.figures, label: texts.figures },
    { id: parts.figure, label: texts.figure },
    { id: parts.findings, label: texts.findings },
    { id: parts.seed, label: texts.seed },
  ]
}

/** Links to the parts of a report, in the margin; `base` is the report's id. */
export const ReportContents = ({ base }: { readonly base: string }) => {
  const entries = entriesOf(base)
  const current = useCurrentPart(entries.map(({ id }) => id))
  // The address stays unchanged, because it is the run's own, for sharing.
  const show = (event: MouseEvent, id: string) => {
    const part = document.getElementById(id)
    if (part === null) return
    event.preventDefault()
    part.scrollIntoView({ block: 'start' })
    part.setAttribute('tabindex', '-1')
    part.focus({ preventScroll: true })
  }
  return (
    <nav className={trace.toc} aria-label={reportTexts.contents}>
      {entries.map(({ id, label }) => (
        <a key={id} href={`#${id}`} aria-current={id === current || undefined} onClick={(event) => show(event, id)}>
          {label}
        </a>
      ))}
    </nav>
  )
}
