import { formatText, type Glyphs, glyphSets, type ToolRun } from '@netbox/core'

// The site's fonts have these two glyphs. Other glyphs would come from a font of the device, and are rarely one column wide.
const { dot, dash } = glyphSets.unicode
/** The glyphs of a report as text. */
export const glyphs: Glyphs = { ...glyphSets.ascii, dot, dash }

/** Formats a run for the Text tab, Copy and Download, with glyphs that align in every font. */
export const runText = (run: ToolRun): string => formatText(run, { full: true, glyphs })

/** Formats a run for the JSON tab. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)
