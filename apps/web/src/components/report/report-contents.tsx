import { type MouseEvent, useEffect, useState } from 'react'
import { reportTexts } from '../../texts/report.ts'

/** Returns the ids of a report's parts, for its contents. */
export const reportParts = (base: string) => ({
  verdict: `${base}-verdict`,
  figures: `${base}-figures`,
  figure: `${base}-fig-1`,
  findings: `${base}-findings`,
  seed: `${base}-seed`,
})

/** Returns the part of the page that the user is reading: the last one whose heading has passed the upper third. */
const useCurrentPart = (ids: readonly string[]): string | undefined => {
  const [current, setCurrent] = useState(ids[0])
  const key = ids.join(' ')
  useEffect(() => {
    const parts = key.split(' ')
    const read = () => {
      const line = globalThis.innerHeight / 3
      const passed = parts.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line)
      setCurrent(passed.at(-1) ?? parts[0])
    }
    // Runs when a part enters or leaves, not at every scroll step.
    const observer = new IntersectionObserver(read, { rootMargin: '0px 0px -66% 0px', threshold: [0, 1] })
    for (const id of parts) {
      const part = document.getElementById(id)
      if (part !== null) observer.observe(part)
    }
    return () => observer.disconnect()
  }, [key])
  return current
}

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
  // The address stays unchanged, so that it can be shared as the link to the run.
  const show = (event: MouseEvent, id: string) => {
    const part = document.getElementById(id)
    if (part === null) return
    event.preventDefault()
    part.scrollIntoView({ block: 'start' })
    part.setAttribute('tabindex', '-1')
    part.focus({ preventScroll: true })
  }
  return (
    <nav className="mt-4.5 grid justify-items-end gap-0.5 max-md:hidden print:hidden" aria-label={reportTexts.contents}>
      {entries.map(({ id, label }) => (
        <a
          key={id}
          className="py-0.5 text-sm text-ink-2 no-underline focus-visible:outline-offset-1 aria-[current=true]:font-semibold aria-[current=true]:text-signal"
          href={`#${id}`}
          aria-current={id === current || undefined}
          onClick={(event) => show(event, id)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
