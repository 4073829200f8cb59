import { parseInput, type Tool, type ToolDefinition, type ToolRun, tools } from '@netbox/core'
import { Link } from 'wouter'
import { isSharedReport } from '../../lib/opened-link.ts'
import { toolLink } from '../../lib/share-link.ts'

// The id of a tool, with the input after it: `dnssec-check on mail.example`.
const NAMED = new RegExp(
  `\\b(${tools.map(({ id }) => id).join('|')})\\b(?: (?:on |to )?([\\w-]+[.:][\\w.:-]*\\w))?`,
  'g',
)

interface Piece {
  readonly text: string
  readonly tool?: Tool & ToolDefinition
  readonly input?: string
}

const inputOf = (tool: ToolDefinition, text: string | undefined): string | undefined =>
  text === undefined ? undefined : parseInput(tool.input, text)?.canonical

/** Splits a text at the names of tools; `input` is the run's input, for names that no input follows. */
export const piecesOf = (text: string, input: string): Piece[] => {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(NAMED)) {
    const [named, id, subject] = match
    const tool = tools.find((known) => known.id === id)
    if (tool === undefined) continue
    const own = inputOf(tool, subject)
    const asked = own ?? inputOf(tool, input)
    const shown = own === undefined ? tool.id : named
    pieces.push(
      { text: text.slice(from, match.index) },
      { text: shown, tool, ...(asked === undefined ? {} : { input: asked }) },
    )
    from = match.index + shown.length
  }
  return [...pieces, { text: text.slice(from) }].filter((piece) => piece.text !== '')
}

interface LinkedTextProps {
  readonly text: string
  readonly run: Pick<ToolRun, 'tool' | 'input' | 'seed' | 'scenario' | 'at' | 'world'>
}

/** Shows a text of a report. The name of a tool becomes a link with input and world, unless it is the report's own tool. */
export const LinkedText = ({ text, run: { tool: own, input, seed, scenario, at, world } }: LinkedTextProps) =>
  piecesOf(text, input).map(({ text: words, tool, input: asked }, index) =>
    tool === undefined || tool.id === own ? (
      words
    ) : (
      <Link
        // The pieces of one text have no key except their order.
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        href={toolLink(tool, { input: asked, seed, scenario }, location.pathname)}
        // Only a shared report has a clock of its own; the runs of a visit take place now, unless its clock is stopped.
        state={{ world, ...(isSharedReport() ? { at } : {}) }}
      >
        {words}
      </Link>
    ),
  )
