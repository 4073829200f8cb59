import type { WorldDocument } from '@netbox/core'
import { useId, useState } from 'react'
import { countFacts } from '../../texts/report.ts'
import { runTexts } from '../../texts/run-stages.ts'
import { Status } from '../ui/glyphs/status-glyph.tsx'
import { readWorldText } from './read-world-text.ts'
import * as fieldStyles from '../ui/field.module.css'

interface FactsFieldProps {
  readonly facts: WorldDocument | undefined
  readonly onChange: (facts: WorldDocument | undefined) => void
}

const write = (facts: WorldDocument | undefined): string => (facts === undefined ? '' : JSON.stringify(facts, null, 2))

/** A field for the user's own facts as JSON. An invalid text shows an error and leaves the facts unchanged. */
export const FactsField = ({ facts, onChange }: FactsFieldProps) => {
  const id = useId()
  const [text, setText] = useState(() => write(facts))
  const isBlank = text.trim() === ''
  const { world, problem } = isBlank ? {} : readWorldText(text)
  // If a link has changed the facts, or the user has left the world, the field shows the current facts.
  if (problem === undefined && write(world) !== write(facts)) setText(write(facts))
  const change = (typed: string) => {
    setText(typed)
    if (typed.trim() === '') return onChange(undefined)
    const read = readWorldText(typed)
    if (read.world !== undefined) onChange(read.world)
  }
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{runTexts.facts}</label>
      <textarea
        id={id}
        className={problem === undefined ? fieldStyles.input : `${fieldStyles.input} ${fieldStyles.refused}`}
        rows={isBlank ? 2 : 8}
        value={text}
        placeholder={runTexts.factsExample}
        onChange={(event) => change(event.target.value)}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className={fieldStyles.hint} id={`${id}-hint`}>
        {problem !== undefined && <Status severity="critical">{problem}</Status>}
        {problem === undefined && (world === undefined ? runTexts.factsHint : runTexts.factsRead(countFacts(world)))}
      </p>
    </div>
  )
}
