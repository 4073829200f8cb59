import type { Block } from '../../texts/information.ts'
import { InfoTable } from './info-table.tsx'
import { Words } from './words.tsx'

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
