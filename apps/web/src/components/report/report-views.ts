import { formatText, type ToolRun } from '@netbox/core'

/** Writes a run as the Text tab shows it, and as Copy and Download give it. */
export const runText = (run: ToolRun): string => formatText(run, { full: true })

/** Writes a run as the JSON tab shows it. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)
