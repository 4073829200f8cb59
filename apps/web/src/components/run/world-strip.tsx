import { createPortal } from 'react-dom'
import { anyWorld, type ChosenWorld, isPlainWorld, showClock } from '../../lib/run-order.ts'
import { countFacts } from '../../texts/report.ts'
import { runTexts } from '../../texts/run-stages.ts'
import { CloseGlyph } from '../ui/glyphs/action-glyphs.tsx'
import { SimulatedGlyph } from '../ui/glyphs/simulated-glyph.tsx'
import * as styles from './world-strip.module.css'

interface WorldStripProps {
  readonly world: ChosenWorld
  readonly onChange: (world: ChosenWorld) => void
  /** Opens the world chooser. */
  readonly onOpen: () => void
}

/** Shows the world of the next runs under the top bar, with a button that leaves it. */
export const WorldStrip = ({ world, onChange, onOpen }: WorldStripProps) => {
  const bar = document.querySelector('header')
  if (bar === null || isPlainWorld(world)) return null
  return createPortal(
    <section className={styles.wstrip} aria-label={runTexts.chosenWorld}>
      <div className="wrap">
        <SimulatedGlyph />
        <p className={styles.wt}>
          <b>{runTexts.strip}</b>
          {world.scenario === anyWorld.scenario ? null : <code>{world.scenario}</code>}
          {world.world === undefined ? null : <span>{countFacts(world.world)}</span>}
          {world.seed === undefined ? null : <code>{world.seed}</code>}
          {world.at === undefined ? null : <span>{showClock(world.at)}</span>}
        </p>
        <button type="button" className={styles.wc} onClick={onOpen}>
          {runTexts.changeChosen}
        </button>
        <button type="button" className={styles.wx} aria-label={runTexts.leaveWorld} onClick={() => onChange(anyWorld)}>
          <CloseGlyph />
        </button>
      </div>
    </section>,
    bar,
  )
}
