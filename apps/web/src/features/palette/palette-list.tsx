import { paletteTexts } from '../../texts/palette.ts'
import type { PaletteGroup } from './palette-groups.ts'
import type { PaletteItem } from './palette-items.ts'
import { PaletteOption } from './palette-option.tsx'
import type { Allowance } from './use-allowance.ts'
import * as styles from './palette-list.module.css'

interface ListProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly selected: PaletteItem | undefined
  readonly allowanceOf: (item: PaletteItem) => Allowance
  readonly optionId: (item: PaletteItem) => string
  readonly onSelect: (item: PaletteItem) => void
  readonly onOpen: (item: PaletteItem) => void
}

/** All matching items, as stops on one line. */
export const PaletteList = ({ id, groups, selected, allowanceOf, optionId, onSelect, onOpen }: ListProps) => (
  <div className={styles.paletteList} role="listbox" id={id} aria-label={paletteTexts.list}>
    {groups.map(({ title, items }) => (
      <div key={title} role="group" aria-label={title}>
        <p className={styles.paletteGroup} aria-hidden="true">
          {title}
        </p>
        {items.map((item) => (
          <PaletteOption
            key={item.key}
            item={item}
            id={optionId(item)}
            allowance={allowanceOf(item)}
            isSelected={item === selected}
            onSelect={() => onSelect(item)}
            onOpen={() => onOpen(item)}
          />
        ))}
      </div>
    ))}
  </div>
)
