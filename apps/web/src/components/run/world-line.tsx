import type { ToolRun } from '@netbox/core'
import { createElement, Fragment, useEffect, useId, useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { anyWorld, type ChosenWorld, showClock } from '../../lib/run-order.ts'
import type { WorldChooserProps } from './world-chooser.tsx'
import * as panel from '../ui/panel.module.css'
import * as textButton from '../ui/text-button.module.css'

const chooser = deferred<WorldChooserProps>('src/components/run/world-chooser.tsx', async () =>
  import('./world-chooser.tsx').then(({ WorldChooser }) => WorldChooser),
)

interface WorldLineProps {
  readonly world: ChosenWorld
  readonly run: ToolRun | null
  readonly onChange: (world: ChosenWorld) => void
  /** Called if the code of the world chooser can't be loaded. */
  readonly onAbsent: () => void
}

const Fact = ({
  name,
  value,
  note,
}: {
  readonly name: string
  readonly value: string
  readonly note?: string | false
}) => (
  <span>
    {name} <span className="mono">{value}</span>
    {note === undefined || note === false ? null : <span className="quiet">, {note}</span>}
  </span>
)

/** Shows the world of the run, and opens a form to choose another. */
export const WorldLine = ({ world, run, onChange, onAbsent }: WorldLineProps) => {
  const WorldChooser = chooser.use()
  const [isOpen, open] = useState(false)
  const id = useId()
  const seed = world.seed ?? run?.seed
  const at = world.at ?? run?.at
  const toggle = () => {
    open(!isOpen)
    if (!isOpen) chooser.load().catch(onAbsent)
  }
  const isChosen = world !== anyWorld
  useEffect(() => {
    // The world chooser also shows the chosen world in a strip.
    if (isChosen) chooser.load().catch(() => undefined)
  }, [isChosen])
  return (
    <>
      <div className={panel.opts}>
        {/* With this key, another world is a new element, so that the words of the old one don't move. */}
        <Fragment key={JSON.stringify([seed, world.scenario, at, world.world])}>
          <Fact
            name={toolRunTexts.seed}
            value={seed ?? toolRunTexts.fresh}
            note={seed !== undefined && world.seed === undefined && toolRunTexts.fresh}
          />
          <Fact name={toolRunTexts.scenario} value={world.scenario} />
          {world.world === undefined ? null : <Fact name={toolRunTexts.facts} value={toolRunTexts.ownFacts} />}
          <Fact name={toolRunTexts.clock} value={at === undefined ? toolRunTexts.now : showClock(at)} />
        </Fragment>
        <button
          type="button"
          className={`${textButton.textbtn} ${panel.end}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        >
          {toolRunTexts.changeWorld}
        </button>
      </div>
      {WorldChooser === undefined
        ? null
        : createElement(WorldChooser, { id, world, isOpen, onChange, onOpen: () => open(true) })}
    </>
  )
}
