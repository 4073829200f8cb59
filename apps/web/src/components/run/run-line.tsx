import type { ToolId } from '@netbox/core'
import type { ReactNode } from 'react'
import { ToolGlyph } from '../ui/tool-glyph.tsx'
import * as styles from './run-line.module.css'

interface RunWordsProps {
  readonly sentence: string
  readonly tool: ToolId | undefined
  readonly name: string
  readonly input: string
  /** Further facts: marks, the scenario. */
  readonly children?: ReactNode
}

/** A run in a list: its verdict first, then tool and input. Long texts wrap and are never cut off. */
export const RunWords = ({ sentence, tool, name, input, children }: RunWordsProps) => (
  <div className={styles.runWords} data-words>
    <b>{sentence}</b>
    <span>
      {tool === undefined ? null : <ToolGlyph tool={tool} />}
      {name}
      {input === '' ? null : <code>{input}</code>}
      {children}
    </span>
  </div>
)
