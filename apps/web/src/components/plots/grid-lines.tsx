import { leftAt } from './place-style.ts'
import { percent, type Scale } from './scale.ts'
import * as styles from './grid-lines.module.css'

/** The vertical lines of a scale, behind the drawing. */
export const GridLines = ({ scale }: { readonly scale: Scale }) => (
  <>
    {scale.ticks.map((tick) => (
      <i key={tick} className={styles.g} data-grid style={leftAt(percent(tick, scale))} />
    ))}
  </>
)

/** The numbers of a scale; the last one has the unit. */
export const AxisNumbers = ({ scale, unit }: { readonly scale: Scale; readonly unit: string }) => (
  <>
    {scale.ticks.map((tick, at) => (
      <span key={tick} style={leftAt(percent(tick, scale))}>
        {at === scale.ticks.length - 1 ? `${tick} ${unit}` : tick}
      </span>
    ))}
  </>
)
