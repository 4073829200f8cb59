import { scenarioChoices } from '@netbox/core'
import { type ReactNode, useId, useState } from 'react'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { runTexts } from '../../texts/run-stages.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { worldProblem } from './read-share-link.ts'
import { FactsField } from './facts-field.tsx'
import { anyWorld, type ChosenWorld } from '../../lib/run-order.ts'
import { WorldStrip } from './world-strip.tsx'
import * as buttonStyles from '../ui/button.module.css'
import * as fieldStyles from '../ui/field.module.css'
import * as styles from './world-chooser.module.css'

const problemOf = (part: 'seed' | 'at', text: string): string | undefined =>
  text === '' ? undefined : worldProblem({ [part]: text })

interface PartProps {
  readonly part: 'seed' | 'at'
  readonly label: string
  readonly hint: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

const Part = ({ part, label, hint, value, onChange }: PartProps) => {
  const id = useId()
  const [text, setText] = useState(value ?? '')
  const problem = problemOf(part, text.trim())
  // If a link has changed the world, or the user has left it, the field shows the current value.
  if (problem === undefined && text.trim() !== (value ?? '')) setText(value ?? '')
  const change = (typed: string) => {
    const trimmed = typed.trim()
    setText(typed)
    if (problemOf(part, trimmed) === undefined) onChange(trimmed === '' ? undefined : trimmed)
  }
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={problem === undefined ? fieldStyles.input : `${fieldStyles.input} ${fieldStyles.refused}`}
        value={text}
        onChange={(event) => change(event.target.value)}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {problem === undefined ? hint : <Status severity="critical">{problem}</Status>}
      </p>
    </div>
  )
}

const Scenarios = ({ world, onChange }: Pick<ChoiceProps, 'world' | 'onChange'>): ReactNode => {
  const name = useId()
  return (
    <fieldset>
      <legend>{toolRunTexts.scenario}</legend>
      <div className={styles.scenarios}>
        {scenarioChoices(world.scenario).map((scenario) => (
          <label key={scenario.name}>
            <input
              type="radio"
              name={name}
              checked={scenario.name === world.scenario}
              onChange={() => onChange({ ...world, scenario: scenario.name })}
            />
            <code>{scenario.name}</code>
            <small>{scenario.title}</small>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly world: ChosenWorld
  readonly onChange: (world: ChosenWorld) => void
}

/** Lets the user choose the world of the next run: its fault, seed and clock, and the user's own facts. */
const Choice = ({ id, world, onChange }: ChoiceProps) => {
  const [resets, setResets] = useState(0)
  const reset = () => {
    setResets(resets + 1)
    onChange(anyWorld)
  }
  return (
    <section className={styles.world} id={id} aria-label={runTexts.world}>
      <Scenarios world={world} onChange={onChange} />
      {/* The fields keep invalid input; rendered again, they show the chosen world. */}
      <div className={styles.pair} key={resets}>
        <Part
          part="seed"
          label={toolRunTexts.seed}
          hint={runTexts.seedHint}
          value={world.seed}
          onChange={(seed) => onChange({ ...world, seed })}
        />
        <Part
          part="at"
          label={toolRunTexts.clock}
          hint={runTexts.clockHint}
          value={world.at}
          onChange={(at) => onChange({ ...world, at })}
        />
        <FactsField facts={world.world} onChange={(facts) => onChange({ ...world, world: facts })} />
      </div>
      <div>
        <button type="button" className={`${buttonStyles.btn} sm`} onClick={reset}>
          {runTexts.resetWorld}
        </button>
      </div>
    </section>
  )
}

/** The chosen world, and whether its fields are open. */
export interface WorldChooserProps extends ChoiceProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
}

/** Shows the chosen world in a strip, and lets the user choose another one. */
export const WorldChooser = ({ isOpen, onOpen, ...choice }: WorldChooserProps) => (
  <>
    <WorldStrip world={choice.world} onChange={choice.onChange} onOpen={onOpen} />
    {isOpen ? <Choice {...choice} /> : null}
  </>
)
