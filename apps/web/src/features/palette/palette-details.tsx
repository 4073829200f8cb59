import { exercises, homeSteps, scenarioChoices, type ToolDefinition } from '@netbox/core'
import type { ReactNode } from 'react'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { anyWorld, LONGEST_SEED } from '../../lib/run-order.ts'
import { paletteTexts } from '../../texts/palette.ts'
import { itemCommand, type World } from './open-item.ts'
import { FlagGlyph, PageGlyph } from './palette-glyphs.tsx'
import type { PaletteItem } from './palette-items.ts'
import type { Allowance } from './use-allowance.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './palette-details.module.css'

const SHOWN = 3
// These fields only repeat the input.
const SUBJECTS: ReadonlySet<string> = new Set(['ip', 'domain', 'host', 'email'])

/** Lists the first fields of a tool's result, or of its items if the result has a list. */
const gives = ({ resultSchema: { properties = {} } }: ToolDefinition): string => {
  const list = Object.values(properties).find(({ items }) => items?.properties !== undefined)?.items?.properties
  const names = Object.keys(list ?? properties).filter((name) => !SUBJECTS.has(name))
  return names
    .slice(0, SHOWN)
    .map((name) => name.replaceAll('_', ' '))
    .join(', ')
}

type Facts = readonly (readonly [name: string, value: string])[]

const duration = homeSteps.reduce((sum, { wait }) => sum + wait, 0)

const partsOf = (
  item: PaletteItem,
  { left, limit }: Allowance,
): { glyph: ReactNode; title: string; text: string; facts: Facts } => {
  switch (item.type) {
    case 'tool':
      return {
        glyph: <ToolGlyph tool={item.tool.id} />,
        title: item.tool.name,
        text: item.tool.description,
        facts: [
          [paletteTexts.takes, item.tool.input.type],
          [paletteTexts.gives, gives(item.tool)],
          [paletteTexts.takesAbout, paletteTexts.seconds(duration)],
          [paletteTexts.leftToday, paletteTexts.leftOf(left, limit)],
        ],
      }
    case 'run':
      return {
        glyph: <ToolGlyph tool={item.tool.id} />,
        title: item.tool.name,
        text: item.run.sentence,
        facts: [
          [paletteTexts.seed, item.run.seed],
          [paletteTexts.scenario, item.run.scenario],
          [paletteTexts.at, item.run.at.replace(/\.\d+Z$/, 'Z')],
        ],
      }
    case 'scenario':
      return {
        glyph: <FlagGlyph />,
        title: item.name,
        text: item.name === 'random' ? item.title : exercises[item.name].lesson,
        facts: [[paletteTexts.tools, item.tool.name]],
      }
    case 'theme':
    case 'page':
      return { glyph: <PageGlyph />, title: item.title, text: item.text, facts: [] }
  }
}

interface WorldFieldsProps {
  readonly world: World
  readonly onWorld: (world: World) => void
}

const WorldFields = ({ world, onWorld }: WorldFieldsProps) => (
  <div className={styles.paletteWorld}>
    <label>
      {paletteTexts.seed}
      <input
        value={world.seed}
        placeholder={paletteTexts.anySeed}
        maxLength={LONGEST_SEED}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onWorld({ ...world, seed: target.value })}
      />
    </label>
    <label>
      {paletteTexts.scenario}
      <select
        value={world.scenario || anyWorld.scenario}
        onChange={({ target }) => onWorld({ ...world, scenario: target.value })}
      >
        {scenarioChoices(world.scenario || anyWorld.scenario).map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  </div>
)

const openLabel = (item: PaletteItem): string => {
  if (item.type === 'run') return paletteTexts.openAgain
  const input = item.type === 'page' || item.type === 'theme' ? undefined : item.input
  // A block of headers is too long for a button.
  return input === undefined || /\n/.test(input) ? paletteTexts.open : paletteTexts.openWith(input)
}

interface DetailsProps extends WorldFieldsProps {
  readonly item: PaletteItem
  readonly allowance: Allowance
  readonly onOpen: () => void
}

/** The chosen item's description, its input, and the terminal command. */
export const PaletteDetails = ({ item, allowance, world, onWorld, onOpen }: DetailsProps) => {
  const { glyph, title, text, facts } = partsOf(item, allowance)
  const command = itemCommand(item, world)
  return (
    <div className={styles.paletteDetails}>
      {glyph}
      <h2>{title}</h2>
      <p>{text}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.type === 'tool' ? <WorldFields world={world} onWorld={onWorld} /> : null}
      {command === undefined ? null : (
        <pre aria-label={paletteTexts.command} role="group">
          {command}
        </pre>
      )}
      <button type="button" className={`${buttonStyles.btn} ${styles.btn} ${buttonStyles.go}`} onClick={onOpen}>
        <span>{openLabel(item)}</span>
      </button>
    </div>
  )
}
