import type { ToolDefinition } from '@netbox/core'
import { useState } from 'react'
import { Ask } from './ask.tsx'
import { Find } from './find.tsx'
import type { Look } from './look.ts'
import { type Named, readQuery } from './search.ts'

/** A tool in the list, with what is left of its runs today: '98 left', or 'Pro'. */
export interface Pickable extends Named {
  readonly left: string
}

/** A tool and what to run it on. */
export interface Choice {
  readonly tool: ToolDefinition
  readonly input: string
}

/** What came of it: a choice, or a person who left, with Esc or with Ctrl-C. */
export type Picked = Choice | 'left' | 'cancelled'

interface PickerProps {
  readonly look: Look
  readonly tools: readonly Pickable[]
  readonly onDone: (picked: Picked) => void
}

/** Two steps: find a tool, then say what to run it on. */
export const Picker = ({ look, tools, onDone }: PickerProps) => {
  const [chosen, setChosen] = useState<Choice>()
  const [typed, setTyped] = useState('')
  if (chosen === undefined) {
    return (
      <Find
        look={look}
        tools={tools}
        typed={typed}
        onChoose={(tool, text) => {
          setTyped(text)
          setChosen({ tool, input: readQuery(text).input })
        }}
        onLeave={() => onDone('left')}
        onCancel={() => onDone('cancelled')}
      />
    )
  }
  return (
    <Ask
      look={look}
      tool={chosen.tool}
      start={chosen.input}
      onRun={(input) => onDone({ tool: chosen.tool, input })}
      onBack={() => setChosen(undefined)}
      onCancel={() => onDone('cancelled')}
    />
  )
}
