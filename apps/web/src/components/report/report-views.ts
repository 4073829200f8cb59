import { formatText, type Glyphs, glyphSets, type ToolRun } from '@netbox/core'

// The site's fonts have these two signs; other signs would use a device's own font, which is rarely one column wide.
const { dot, dash } = glyphSets.unicode
/** The signs of a report as text. */
export const glyphs: Glyphs = { ...glyphSets.ascii, dot, dash }

/** Formats a run for the Text tab, Copy and Download, with signs that align in every font. */
export const runText = (run: ToolRun): string => formatText(run, { full: true, glyphs })

/** Formats a run for the JSON tab. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)
