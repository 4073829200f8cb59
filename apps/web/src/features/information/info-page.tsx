import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { Stop, StageList } from '../../components/stages/stage-list.tsx'
import { Records } from '../../components/ui/records.tsx'
import { lastArrival } from '../../lib/page/navigation.ts'
import { type Block, informationTexts, type InfoText } from '../../texts/information.ts'

const PARTS = /(`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/
// These paths are not pages of this application, so their links load a new page.
const ELSEWHERE = /^\/(?:api|docs|health)\/|^#/

const Part = ({ text }: { readonly text: string }) => {
  const [, label, href] = LINK.exec(text) ?? []
  if (label !== undefined && href !== undefined)
    return ELSEWHERE.test(href) ? <a href={href}>{label}</a> : <Link href={href}>{label}</Link>
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>
  if (text.startsWith('*')) return <em>{text.slice(1, -1)}</em>
  return text
}

/** Shows a sentence with `code`, *emphasis* and [links](/help) in a plain-text notation. */
const Words = ({ children }: { readonly children: string }) =>
  // The order of the parts never changes, and two parts may be equal.
  // oxlint-disable-next-line react/no-array-index-key
  children.split(PARTS).map((text, at) => <Part key={at} text={text} />)

const BULLET =
  'relative py-0.5 pl-6 before:absolute before:top-2.5 before:left-1 before:size-[7px] before:bg-signal [&_code]:wrap-anywhere'

interface InfoTableProps {
  readonly label: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** Whether all columns but the first have numbers. */
  readonly hasNumbers?: boolean
}

/** A table whose first column names its rows. */
export const InfoTable = ({ label, head, rows, hasNumbers = false }: InfoTableProps) => {
  const [first, ...others] = head
  const columns = hasNumbers
    ? [
        first,
        ...others.map((name) => (
          <span className="block text-right" key={name}>
            {name}
          </span>
        )),
      ]
    : head
  return (
    <Records
      isNamed
      aria-label={label}
      className={`table-fixed ${hasNumbers ? 'max-w-[640px]' : ''}`}
      columns={columns}
    >
      {rows.map(([name, ...cells], row) => (
        // The order of the rows never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <tr key={row} className="align-top">
          <th scope="row">{name}</th>
          {cells.map((cell, at) => (
            <td
              key={others[at]}
              data-head={hasNumbers ? others[at] : undefined}
              data-line={hasNumbers ? undefined : true}
              className={`align-top text-ink-2 ${hasNumbers ? 'text-right font-mono text-sm' : ''}`}
            >
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </Records>
  )
}

const OneBlock = ({ block }: { readonly block: Block }) => {
  if (typeof block === 'string')
    return (
      <p className="max-w-text text-pretty [&_code]:wrap-anywhere">
        <Words>{block}</Words>
      </p>
    )
  if ('list' in block)
    return (
      <ul className="max-w-text text-pretty">
        {block.list.map((text) => (
          <li key={text} className={BULLET}>
            <Words>{text}</Words>
          </li>
        ))}
      </ul>
    )
  if ('code' in block)
    return (
      <pre
        className="m-0 max-w-full overflow-x-auto border border-rule-2 bg-well px-4 py-3.5 text-sm leading-read"
        tabIndex={0}
        role="region"
        aria-label={block.label}
      >
        {block.code}
      </pre>
    )
  const { label, head, rows } = block
  return (
    <InfoTable
      label={label}
      head={head}
      rows={rows.map((cells) => cells.map((cell) => <Words key={cell}>{cell}</Words>))}
    />
  )
}

/** Shows the parts of a text. */
export const Blocks = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  blocks.map((block) => <OneBlock key={typeof block === 'string' ? block : JSON.stringify(block)} block={block} />)

/** A part of the page with other content in addition to text. */
interface ShownSection {
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
  <nav aria-label={informationTexts.contents}>
    <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1.5 border-t border-rule-2 pt-3 text-ui">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a className="block py-0.5 text-ink-2" href={`#${id}`}>
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** A text page: its parts are stops on one line, with their headings in the margin. */
export const InfoPage = ({ title, lede, sections, hasContents = false }: InfoPageProps) => {
  useNamedPart()
  return (
    <article className="wrap pt-16 max-md:pt-9" data-reading>
      <header>
        <h1 className="mb-5 text-page leading-tight tracking-hero">{title}</h1>
        <p className="max-w-text text-md text-pretty text-ink-2">{lede}</p>
        {hasContents ? <Contents sections={sections} /> : null}
      </header>
      <StageList>
        {sections.map(({ id, title: name, body }, at) => (
          <Stop
            key={id}
            id={id}
            title={name}
            place={at === 0 ? 'first' : at === sections.length - 1 ? 'last' : 'between'}
          >
            {body}
          </Stop>
        ))}
      </StageList>
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
