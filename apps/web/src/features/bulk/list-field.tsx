import type { Tool, Usage } from '@netbox/core'
import { useId, useRef } from 'react'
import { runByKey } from '../../components/run/run-by-key.ts'
import { bulkTexts as texts } from '../../texts/bulk.ts'
import { exampleLines } from './list-lines.ts'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as textButton from '../../components/ui/text-button.module.css'
import * as styles from './bulk.module.css'

interface ListFieldProps {
  readonly tool: Tool
  readonly text: string
  /** The id of the message about a refused list. */
  readonly problem: string | undefined
  readonly onText: (text: string) => void
  readonly onRun: () => void
}

/** The list, with its line numbers. */
export const ListField = ({ tool, text, problem, onText, onRun }: ListFieldProps) => {
  const id = useId()
  const numbers = useRef<HTMLOListElement>(null)
  return (
    <div className={`${fieldStyles.field} ${styles.field}`}>
      <label htmlFor={id}>{texts.list(tool.input.type)}</label>
      <div className={styles.bulkLines}>
        <div aria-hidden="true">
          <ol ref={numbers}>
            {Array.from({ length: Math.max(8, text.split('\n').length) }, (_, at) => (
              <li key={at}>{at + 1}</li>
            ))}
          </ol>
        </div>
        <textarea
          id={id}
          rows={8}
          wrap="off"
          value={text}
          placeholder={tool.placeholder}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem}
          onKeyDown={runByKey(true, onRun)}
          onChange={({ target }) => onText(target.value)}
          onScroll={({ currentTarget }) => {
            if (numbers.current !== null) numbers.current.style.translate = `0 ${-currentTarget.scrollTop}px`
          }}
        />
      </div>
      {text.trim() === '' ? (
        <p className={`${fieldStyles.hint} ${styles.hint}`}>
          {texts.exampleHint}{' '}
          <button type="button" className={textButton.textbtn} onClick={() => onText(exampleLines(tool))}>
            {texts.example}
          </button>
        </p>
      ) : null}
    </div>
  )
}

interface CostsProps {
  /** The number of counted runs of the list. */
  readonly done: number
  readonly toCome: number
  readonly usage: Usage
}

/** Compares the runs of a list with the daily limit. */
export const Costs = ({ done, toCome, usage }: CostsProps) => {
  const before = { ...usage, remaining: usage.remaining + done }
  const after = { ...usage, remaining: Math.max(0, usage.remaining - toCome) }
  return (
    <dl className={styles.bulkCosts}>
      {(
        [
          [texts.runs, String(done + toCome)],
          [texts.before, texts.left(before)],
          [texts.after, texts.left(after)],
          [texts.refusedLines, texts.free],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
