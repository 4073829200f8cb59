import { type Access, badges, type RunState, type Tool, type ToolDefinition, type Usage } from '@netbox/core'
import { accessNotices, labels } from '@netbox/product'
import { type FormEvent, useId } from 'react'
import { Link } from 'wouter'
import type { Problem } from '../../components/run/problem.ts'
import { ProblemLines } from '../../components/run/problem-lines.tsx'
import { runByKey } from '../../components/run/run-by-key.ts'
import { WorldLine } from '../../components/run/world-line.tsx'
import { Stage } from '../../components/trace/trace.tsx'
import { bulkPath } from '../../lib/share-link.ts'
import { toolPanelTexts } from '../../texts/tool-panel.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { RealTool } from './real-tool.tsx'
import { ToolFeatures } from './tool-features.tsx'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as fieldStyles from '../../components/ui/field.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as textButton from '../../components/ui/text-button.module.css'
import * as styles from './tool-panel.module.css'

/** The heading of the panel: the tool's name, or its input if the name is already the page's heading. */
export type PanelTitle = 'h2' | 'input'

/** The content and actions of the first stage. */
export interface AskPanelProps {
  readonly tool: Tool & ToolDefinition
  readonly title: PanelTitle
  readonly state: RunState
  readonly text: string
  readonly problem: Problem | undefined
  readonly usage: Usage
  /** The decision whether the plan may run the tool at all. */
  readonly access: Access
  /** Whether an admin views another user's dashboard. */
  readonly isReadOnly: boolean
  readonly onText: (text: string) => void
  readonly onAbsent: () => void
  readonly onRun: () => void
}

const Head = ({ tool, title }: Pick<AskPanelProps, 'tool' | 'title'>) => {
  if (title === 'input')
    return (
      <div className={panelStyles.panelH}>
        <h2>{labels.toolInput}</h2>
      </div>
    )
  return (
    <>
      <div className={panelStyles.panelH}>
        <h2>{tool.name}</h2>
        {tool.free ? null : (
          <span className={`${chipStyles.chip} ${chipStyles.solid}`} data-chip>
            {badges.pro}
          </span>
        )}
      </div>
      <p className={`muted ${styles.panelD}`}>{tool.description}</p>
      <ToolFeatures tool={tool} most={3} />
    </>
  )
}

interface FieldProps extends Pick<AskPanelProps, 'tool' | 'text' | 'onText' | 'onRun'> {
  readonly refusedBy: string | undefined
}

const Field = ({ tool, text, refusedBy, onText, onRun }: FieldProps) => {
  const { input, placeholder } = tool
  const id = useId()
  const isMultiline = input.multiline === true
  const shared = {
    id,
    className: refusedBy === undefined ? fieldStyles.input : `${fieldStyles.input} ${fieldStyles.refused}`,
    value: text,
    placeholder,
    autoCapitalize: 'none',
    spellCheck: false,
    'aria-invalid': refusedBy === undefined ? undefined : true,
    'aria-describedby': refusedBy,
    onKeyDown: runByKey(isMultiline, onRun),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => onText(target.value),
  } as const
  return (
    <div className={fieldStyles.field}>
      <div className={fieldStyles.labelRow}>
        <label htmlFor={id}>{input.type}</label>
        {isMultiline ? (
          <span className={fieldStyles.hint}>{toolRunTexts.manyLines}</span>
        ) : (
          <Link className={textButton.textbtn} href={bulkPath(tool)}>
            {toolRunTexts.runList}
          </Link>
        )}
      </div>
      {isMultiline ? <textarea {...shared} rows={6} /> : <input {...shared} autoComplete="off" />}
    </div>
  )
}

const UpgradeLink = () => <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>

const Form = ({ tool, state, text, access, isReadOnly, problem, onText, onRun }: AskPanelProps) => {
  const id = useId()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onRun()
  }
  return (
    <form className={`${panelStyles.run} ${styles.run}`} noValidate onSubmit={onSubmit}>
      <Field
        tool={tool}
        text={text}
        refusedBy={problem?.isOfInput === true ? id : undefined}
        onText={onText}
        onRun={onRun}
      />
      <button
        className={`${buttonStyles.btn} ${buttonStyles.go}`}
        disabled={text.trim() === '' || state.isLoading || !access.allowed || isReadOnly}
      >
        {state.isLoading ? labels.analyzing : labels.analyze}
      </button>
      <ProblemLines id={id} problem={problem}>
        {problem?.needsPlan === true ? <UpgradeLink /> : null}
      </ProblemLines>
    </form>
  )
}

/** Shows below the panel why the tool can't run here, and how to change that. */
const Notice = ({ access, isReadOnly }: Pick<AskPanelProps, 'access' | 'isReadOnly'>) => {
  if (isReadOnly) return <p className={panelStyles.access}>{toolPanelTexts.readOnly}</p>
  if (access.allowed) return null
  return (
    <p className={panelStyles.access}>
      {access.message}
      <UpgradeLink />
    </p>
  )
}

/** The first stage: the tool's input, the world, and the remaining runs of today. */
export const AskPanel = (props: AskPanelProps) => {
  const { tool, title, state, usage, access, isReadOnly, onAbsent } = props
  return (
    <Stage name={toolRunTexts.ask} node="source" line={state.phase === 'idle' ? 'none' : 'drawn'}>
      <div className={panelStyles.card}>
        <div className={panelStyles.pad}>
          <Head tool={tool} title={title} />
          <RealTool tool={tool.id} />
          <Form {...props} />
          <p className={styles.usageLine}>{toolPanelTexts.usage(usage)}</p>
          <WorldLine onAbsent={onAbsent} />
        </div>
      </div>
      <Notice access={access} isReadOnly={isReadOnly} />
    </Stage>
  )
}
