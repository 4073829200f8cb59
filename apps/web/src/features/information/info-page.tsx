import { type ReactNode, useEffect } from 'react'
import { RingGlyph } from '../../components/ui/glyphs/ring-glyph.tsx'
import { SourceGlyph, StepGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { lastArrival } from '../../lib/navigation.ts'
import { informationTexts, type InfoText } from '../../texts/information.ts'
import { Blocks } from './blocks.tsx'
import * as traceStyles from '../../components/trace/trace.module.css'
import * as styles from './information.module.css'

/** A part of the page with other content in addition to text. */
export interface ShownSection {
  readonly id: string
  readonly title: string
  readonly body: ReactNode
}

interface InfoPageProps {
  readonly title: string
  readonly lede: string
  readonly sections: readonly ShownSection[]
  readonly hasContents?: boolean
}

/** Scrolls to the part in the hash of a link; browsers do so only for a page load. */
const useNamedPart = (): void => {
  useEffect(() => {
    if (lastArrival() !== 'link' || location.hash === '') return undefined
    const frame = requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView())
    return () => cancelAnimationFrame(frame)
  }, [])
}

const Contents = ({ sections }: Pick<InfoPageProps, 'sections'>) => (
  <nav className={styles.infoContents} aria-label={informationTexts.contents}>
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
)

const Node = ({ at, last }: { readonly at: number; readonly last: number }) => (
  <span className={traceStyles.node}>{at === 0 ? <SourceGlyph /> : at === last ? <RingGlyph /> : <StepGlyph />}</span>
)

/** A text page: its parts are stops on one line, with their headings in the margin. */
export const InfoPage = ({ title, lede, sections, hasContents = false }: InfoPageProps) => {
  useNamedPart()
  return (
    <article className={`${styles.reading} wrap`} data-reading>
      <header>
        <h1>{title}</h1>
        <p className={styles.lede}>{lede}</p>
        {hasContents ? <Contents sections={sections} /> : null}
      </header>
      <div className={`${traceStyles.trace} ${styles.trace}`}>
        {sections.map(({ id, title: name, body }, at) => (
          <section key={id} id={id} className={`${traceStyles.stage} ${styles.stage}`} aria-labelledby={`${id}-title`}>
            <div className={`${traceStyles.side} ${styles.side}`}>
              <h2 id={`${id}-title`}>{name}</h2>
            </div>
            <Node at={at} last={sections.length - 1} />
            <div className={`${traceStyles.body} ${styles.body}`}>{body}</div>
          </section>
        ))}
      </div>
    </article>
  )
}

/** A page that consists of text. */
export const TextPage = ({ text: { title, lede, sections } }: { readonly text: InfoText }) => (
  <InfoPage
    title={title}
    lede={lede}
    sections={sections.map(({ id, title: name, blocks }) => ({ id, title: name, body: <Blocks blocks={blocks} /> }))}
  />
)
