import type { Block } from '../../texts/information.ts'
import { InfoTable } from './info-table.tsx'
import { Link } from 'wouter'

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

const OneBlock = ({ block }: { readonly block: Block }) => {
  if (typeof block === 'string')
    return (
      <p>
        <Words>{block}</Words>
      </p>
    )
  if ('list' in block)
    return (
      <ul>
        {block.list.map((text) => (
          <li key={text}>
            <Words>{text}</Words>
          </li>
        ))}
      </ul>
    )
  if ('code' in block)
    return (
      <pre tabIndex={0} role="region" aria-label={block.label}>
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
