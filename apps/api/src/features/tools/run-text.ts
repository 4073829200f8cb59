import type { ToolRun, Usage } from '@netbox/core'

const USAGE = ',"usage":'

/**
 * Writes a run as JSON before it is counted, and gives what completes the text with the usage after. While the count is on its way to the
 * disk a text is kept, and not the objects that it is of: the collector has a third less to carry, and they are written while they are
 * in the cache.
 */
export const runText = (run: ToolRun): ((usage: Usage) => string) => {
  const text = JSON.stringify(run)
  // Only scalars come before it, and no text in JSON has a quote that is not escaped: this is the run's own member.
  const start = text.indexOf(USAGE) + USAGE.length
  const end = text.indexOf('}', start) + 1
  return (usage) => text.slice(0, start) + JSON.stringify(usage) + text.slice(end)
}
