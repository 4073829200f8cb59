import { withControl } from '../../components/ui/find-key.tsx'
import { SimulatedMark } from '../../components/report/simulated-mark.tsx'
import { paletteTexts } from '../../texts/palette.ts'
import * as button from '../../components/ui/button.module.css'
import * as styles from './palette-keys.module.css'

const { keys } = paletteTexts
const rows = (): readonly (readonly [names: readonly string[], does: string])[] => [
  [['↑', '↓'], keys.move],
  [['Enter'], keys.open],
  [['Tab'], keys.world],
  [[withControl('C')], keys.copy],
]

/** Explains the keys, and says that all data is simulated. */
export const PaletteKeys = () => (
  <div className={styles.paletteKeys} data-keys>
    {rows().map(([names, does]) => (
      <span key={does}>
        {names.map((name) => (
          <kbd key={name} className={button.kbd}>
            {name}
          </kbd>
        ))}
        {does}
      </span>
    ))}
    <SimulatedMark />
  </div>
)
