import type { Tool, ToolDefinition } from '@netbox/core'
import { labels } from '@netbox/product'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { runByKey } from '../../components/run/run-by-key.ts'
import { bulkPath } from '../../lib/share-link.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as textButton from '../../components/ui/text-button.module.css'

/** The element of a tool's input field. */
export type InputElement = HTMLInputElement | HTMLTextAreaElement

interface AskFieldProps {
  readonly tool: Tool & ToolDefinition
  readonly input: RefObject<InputElement | null>
  /** The id of the element that explains why the input was refused. */
  readonly refusedBy: string | undefined
  readonly onRun: () => void
  readonly onInput: () => void
}

/** The input with its label. The field is uncontrolled, so that text from before hydration is not lost. */
export const AskField = ({ tool, input, refusedBy, onRun, onInput }: AskFieldProps) => {
  const { input: kind } = tool
  const isMultiline = kind.multiline === true
  const shared = {
    id: 'tool-input',
    className: refusedBy === undefined ? fieldStyles.input : `${fieldStyles.input} ${fieldStyles.refused}`,
    placeholder: labels.inputPlaceholder(kind.type),
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-invalid': refusedBy === undefined ? undefined : true,
    'aria-describedby': refusedBy,
    onKeyDown: runByKey(isMultiline, onRun),
    onInput,
  } as const
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.labelRow}>
        <label htmlFor="tool-input">{kind.type}</label>
        {isMultiline ? (
          <span className={fieldStyles.hint}>{toolRunTexts.manyLines}</span>
        ) : (
          <Link className={textButton.textbtn} href={bulkPath(tool)}>
            {toolRunTexts.runList}
          </Link>
        )}
      </div>
      {/* The casts are needed because the reference is to whichever of the two is rendered. */}
      {isMultiline ? (
        <textarea {...shared} ref={input as RefObject<HTMLTextAreaElement | null>} rows={6} />
      ) : (
        <input {...shared} ref={input as RefObject<HTMLInputElement | null>} autoComplete="off" />
      )}
    </div>
  )
}
