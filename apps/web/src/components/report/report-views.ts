import { formatText, type Glyphs, glyphSets, type ToolRun } from '@netbox/core'

// The web's faces hold these two signs; the others would come from whatever face a device has, rarely as wide as a column.
const { dot, dash } = glyphSets.unicode
/** The signs of a report as text. */
export const glyphs: Glyphs = { ...glyphSets.ascii, dot, dash }

/** Writes a run as the Text tab shows it, and as Copy and Download give it: in signs that line up in every face. */
export const runText = (run: ToolRun): string => formatText(run, { full: true, glyphs })

/** Writes a run as the JSON tab shows it. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)
