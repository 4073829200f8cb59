import type { ToolRun } from '@netbox/core'
import { useId, useState } from 'react'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { type ChosenWorld, showClock } from './run-order.ts'
import { WorldChooser } from './world-chooser.tsx'

interface WorldLineProps {
  readonly world: ChosenWorld
  readonly run: ToolRun | null
  readonly onChange: (world: ChosenWorld) => void
}

const Fact = ({ name, value, note }: { readonly name: string; readonly value: string; readonly note?: string | false }) => (
  <span>
    {name} <span className="mono">{value}</span>
    {note === undefined || note === false ? null : <span className="quiet">, {note}</span>}
  </span>
)

/** Shows which world the run sees; on demand, lets it be chosen. */
export const WorldLine = ({ world, run, onChange }: WorldLineProps) => {
  const [isOpen, open] = useState(false)
  const id = useId()
  const seed = world.seed ?? run?.seed
  const at = world.at ?? run?.at
  return (
    <>
      <div className="opts">
        <Fact
          name={toolRunTexts.seed}
          value={seed ?? toolRunTexts.fresh}
          note={seed !== undefined && world.seed === undefined && toolRunTexts.fresh}
        />
        <Fact name={toolRunTexts.scenario} value={world.scenario} />
        <Fact name={toolRunTexts.clock} value={at === undefined ? toolRunTexts.now : showClock(at)} />
        <button
          type="button"
          className="textbtn end"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => open(!isOpen)}
        >
          {toolRunTexts.changeWorld}
        </button>
      </div>
      {isOpen ? <WorldChooser id={id} world={world} onChange={onChange} /> : null}
    </>
  )
}
