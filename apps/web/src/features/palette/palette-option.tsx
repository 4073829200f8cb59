import { type ReactNode, useEffect, useRef } from 'react'
import { LockGlyph } from '../../components/ui/glyphs/lock-glyph.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { ToolGlyph } from '../../components/ui/tool-glyph.tsx'
import { paletteTexts } from '../../texts/palette.ts'
import { Marked } from '../../components/ui/marked.tsx'
import { FlagGlyph, PageGlyph } from './palette-glyphs.tsx'
import type { PaletteItem } from './palette-items.ts'
import type { Allowance } from './use-allowance.ts'
import * as styles from './palette-list.module.css'

const NONE: readonly number[] = []

const rowOf = (
  item: PaletteItem,
  { plan, left }: Allowance,
): { glyph: ReactNode; name: ReactNode; note: ReactNode; end: ReactNode } => {
  switch (item.type) {
    case 'tool':
      return {
        glyph: <ToolGlyph tool={item.tool.id} />,
        name: <Marked text={item.tool.name} ranges={item.hit.name} />,
        note: <Marked text={item.tool.question} ranges={item.hit.question} />,
        end:
          plan === undefined ? (
            paletteTexts.left(left)
          ) : (
            <>
              <LockGlyph />
              {plan}
            </>
          ),
      }
    case 'run':
      return {
        glyph: <ToolGlyph tool={item.tool.id} />,
        name: <Marked text={item.tool.name} ranges={NONE} />,
        note: paletteTexts.seedOf(item.run.input, item.run.seed),
        end: (
          <Status severity={item.run.severity}>
            {item.run.scenario === 'random' ? item.run.severity : item.run.scenario}
          </Status>
        ),
      }
    case 'scenario':
      return { glyph: <FlagGlyph />, name: item.name, note: item.title, end: paletteTexts.changesAll }
    case 'theme':
    case 'page':
      return { glyph: <PageGlyph />, name: item.title, note: item.text, end: null }
  }
}

interface OptionProps {
  readonly item: PaletteItem
  readonly id: string
  readonly allowance: Allowance
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onOpen: () => void
}

/** One thing to open: a stop on the line. */
export const PaletteOption = ({ item, id, allowance, isSelected, onSelect, onOpen }: OptionProps) => {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { glyph, name, note, end } = rowOf(item, allowance)
  const isLocked = item.type === 'tool' && allowance.plan !== undefined
  return (
    <div
      ref={row}
      role="option"
      id={id}
      className={isLocked ? `${styles.paletteRow} ${styles.locked}` : styles.paletteRow}
      aria-selected={isSelected}
      // Only a movement of the pointer chooses an item: a list that opens under a resting pointer must not change the keyboard's choice.
      onPointerMove={() => isSelected || onSelect()}
      onClick={onOpen}
    >
      <span className={styles.stop} />
      {glyph}
      <b>{name}</b>
      <span className={styles.note}>{note}</span>
      <span className={styles.end}>{end}</span>
    </div>
  )
}
