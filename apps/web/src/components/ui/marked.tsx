interface MarkedProps {
  readonly text: string
  /** The start and end of each match, one pair after the other. */
  readonly ranges: readonly number[]
}

/** A text with its search matches marked. */
export const Marked = ({ text, ranges }: MarkedProps) => {
  const edges = [0, ...ranges, text.length]
  return edges.slice(1).map((end, at) => {
    const start = edges[at] ?? 0
    const part = text.slice(start, end)
    // Every second part is a match.
    return at % 2 === 1 ? <mark key={start}>{part}</mark> : part
  })
}
