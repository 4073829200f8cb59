import { createElement, useEffect, useId, useState } from 'react'
import { deferred } from '../../lib/deferred.ts'
import { isPlainWorld } from '../../lib/run-order.ts'
import { chooseWorld, drawWorld, useWorld } from '../../lib/visit.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import type { WorldChooserProps } from './world-chooser.tsx'
import * as panel from '../ui/panel.module.css'
import * as textButton from '../ui/text-button.module.css'

const chooser = deferred<WorldChooserProps>('src/components/run/world-chooser.tsx', async () =>
  import('./world-chooser.tsx').then(({ WorldChooser }) => WorldChooser),
)

/** Shows the world of the visit, with a button that draws another and one that opens its fields. */
export const WorldLine = ({ onAbsent }: { readonly onAbsent: () => void }) => {
  const world = useWorld()
  const WorldChooser = chooser.use()
  const [isOpen, open] = useState(false)
  const id = useId()
  const toggle = () => {
    open(!isOpen)
    if (!isOpen) chooser.load().catch(onAbsent)
  }
  const isChosen = !isPlainWorld(world)
  useEffect(() => {
    // The world chooser also shows the chosen world in a strip.
    if (isChosen) chooser.load().catch(() => undefined)
  }, [isChosen])
  return (
    <>
      <div className={panel.opts}>
        {world.seed === undefined ? (
          <span>{toolRunTexts.worldToCome}</span>
        ) : (
          <span>
            {toolRunTexts.world} <span className="mono">{world.seed}</span> · {toolRunTexts.kept} ·{' '}
            <button type="button" className={textButton.textbtn} onClick={drawWorld}>
              {toolRunTexts.newWorld}
            </button>
          </span>
        )}
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
        : createElement(WorldChooser, { id, world, isOpen, onChange: chooseWorld, onOpen: () => open(true) })}
    </>
  )
}
