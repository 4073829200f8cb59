import { formatText, type Glyphs, glyphSets, type ToolRun } from '@netbox/core'

// The web's faces hold these; the other signs would come from whatever face a device has, rarely as wide as a column.
const kept: ReadonlySet<string> = new Set<keyof Glyphs>(['dot', 'dash'])

const signsOf = ({ severity, ...signs }: Glyphs): Readonly<Record<string, string>> => ({ ...signs, ...severity })

const replacements = (): ReadonlyMap<string, string> => {
  const plain = signsOf(glyphSets.ascii)
  const pairs = Object.entries(signsOf(glyphSets.unicode)).filter(([name]) => !kept.has(name))
  return new Map(pairs.map(([name, sign]) => [sign, plain[name] ?? sign]))
}

/** Writes a run as the Text tab shows it, and as Copy and Download give it: in signs that line up in every face. */
export const runText = (run: ToolRun): string => {
  const plain = replacements()
  return Array.from(formatText(run, { full: true }), (character) => plain.get(character) ?? character).join('')
}

/** Writes a run as the JSON tab shows it. */
export const runJson = (run: ToolRun): string => JSON.stringify(run, null, 2)
