import { logTime, type RunState } from '@netbox/core'
import { Box, Text, useWindowSize } from 'ink'
import type { Look } from './look.ts'
import { traceLine } from './trace.ts'

const MOST_LINES = 6

/** A run while it goes on: the trace, and the last lines of its log. */
export const Running = ({ look, state, subject }: { look: Look; state: RunState; subject: string }) => {
  const { columns, rows } = useWindowSize()
  const { paint } = look
  const from = Math.max(0, state.log.length - Math.max(1, Math.min(MOST_LINES, rows - 4)))
  const lines = state.log.slice(from).map((line, index) => ({ ...line, number: from + index }))
  return (
    <Box flexDirection="column" width={columns}>
      <Text wrap="truncate">{paint('strong', subject)}</Text>
      <Text wrap="truncate">{traceLine(state, columns, look)}</Text>
      {lines.map(({ at, text, level, number }) => (
        <Text key={number} wrap="truncate">
          {paint('dim', logTime(at))}
          {'  '}
          {level === 'error' ? paint('critical', text) : text}
        </Text>
      ))}
    </Box>
  )
}
