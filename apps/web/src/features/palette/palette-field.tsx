import type { KeyboardEvent, RefObject } from 'react'
import { SourceGlyph } from '../../components/ui/glyphs/trace-glyphs.tsx'
import { paletteTexts } from '../../texts/palette.ts'
import { labelOf } from './split-query.ts'
import type { usePaletteQuery } from './use-palette-query.ts'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as styles from './palette-field.module.css'

interface FieldProps {
  readonly typed: ReturnType<typeof usePaletteQuery>
  readonly field: RefObject<HTMLInputElement | null>
  readonly list: string
  readonly active: string | undefined
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onClose: () => void
}

/** The palette's input field. Shows a recognized input as a token in front of the typed words. */
export const PaletteField = ({ typed, field, list, active, onKeyDown, onClose }: FieldProps) => {
  const { token, text, dissolve, type, onPaste, onBackspace, onSelectAll } = typed
  const label = token === undefined ? undefined : labelOf(token)
  return (
    <div className={styles.paletteField}>
      <SourceGlyph />
      {label === undefined ? null : (
        <button type="button" className={styles.token} aria-label={paletteTexts.withoutInput(label)} onClick={dissolve}>
          {label}
        </button>
      )}
      <input
        ref={field}
        role="combobox"
        aria-label={paletteTexts.title}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={list}
        aria-activedescendant={active}
        aria-description={label === undefined ? undefined : paletteTexts.inputIs(label)}
        placeholder={label === undefined ? paletteTexts.placeholder : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        value={text}
        onChange={({ target }) => type(target.value)}
        onPaste={onPaste}
        onKeyDown={(event) => {
          onBackspace(event)
          onSelectAll(event)
          onKeyDown(event)
        }}
      />
      <button type="button" className={styles.paletteClose} aria-label={paletteTexts.close} onClick={onClose}>
        <kbd className={buttonStyles.kbd}>Esc</kbd>
      </button>
    </div>
  )
}
