import { type Access, badges, type RunState, type Tool, toolBadges, type ToolDefinition } from '@netbox/core'
import { labels } from '@netbox/product'
import type { RefObject } from 'react'
import type { Problem } from '../../components/run/problem.ts'
import { Stage } from '../../components/trace/trace.tsx'
import { Chips } from '../../components/ui/chips.tsx'
import { toggleFavourite, useFavourites } from '../../lib/favourites.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { AccessNotice } from './access-notice.tsx'
import { AskProblem } from './ask-problem.tsx'
import { AskField, type InputElement } from './ask-field.tsx'
import { Captcha } from './captcha.tsx'
import { WorldLine } from '../../components/run/world-line.tsx'
import * as buttonStyles from '../../components/ui/button.module.css'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as panelStyles from '../../components/ui/panel.module.css'
import * as styles from './tool-run.module.css'

const Star = ({ tool }: { readonly tool: Tool }) => {
  const isFavourite = useFavourites().includes(tool.id)
  return (
    <button
      type="button"
      className={`${buttonStyles.iconbtn} ${styles.star}`}
      aria-label={toolRunTexts.favorite}
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(tool.id)}
    >
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.3 6.1-.8z" />
      </svg>
    </button>
  )
}

// Paid plans pass the security check automatically, and signed-in users need no Login badge.
const badgesOf = (tool: Tool, isPaid: boolean, isSignedIn: boolean): string[] =>
  toolBadges(tool).filter((badge) => !((isPaid && badge === badges.captcha) || (isSignedIn && badge === badges.login)))

const Head = ({
  tool,
  names,
  executionId,
}: {
  readonly tool: Tool
  readonly names: readonly string[]
  readonly executionId: string | null
}) => (
  <div className={`${panelStyles.panelH} ${styles.panelH}`}>
    <h2 id="tool-name">{tool.name}</h2>
    <Chips names={names} />
    {executionId === null ? null : (
      <span className={`${chipStyles.chip} mono`} data-chip>
        {executionId}
      </span>
    )}
    <Star tool={tool} />
  </div>
)

/** The content and actions of the first stage. */
export interface AskSheetProps {
  readonly tool: Tool
  readonly state: RunState
  /** Today's remaining runs, in words. */
  readonly left: string
  /** The decision whether the plan may run the tool at all. */
  readonly access: Access
  /** Whether Analyze can be pressed. */
  readonly canRun: boolean
  readonly isPaid: boolean
  readonly isSignedIn: boolean
  readonly problem: Problem | undefined
  readonly input: RefObject<InputElement | null>
  /** Called if a part of the page can't be loaded. */
  readonly onAbsent: () => void
  readonly onRun: () => void
  readonly onInput: () => void
}

const PROBLEM = 'tool-problem'

const Form = ({ tool, state, canRun, isPaid, problem, input, onRun, onInput }: AskSheetProps) => (
  <form
    className={`${panelStyles.run} ${styles.run}`}
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      onRun()
    }}
  >
    <AskField
      tool={tool}
      input={input}
      refusedBy={problem?.isOfInput === true ? PROBLEM : undefined}
      onRun={onRun}
      onInput={onInput}
    />
    <Captcha isSilent={isPaid} />
    <button className={`${buttonStyles.btn} ${buttonStyles.go}`} disabled={!canRun}>
      {state.isLoading ? labels.running : labels.analyze}
    </button>
    <AskProblem id={PROBLEM} problem={problem} />
  </form>
)

// Spec §2: the styles give the card of the web category a dark theme.
const categoryOf = ({ picker }: ToolDefinition): string | undefined => picker?.category

/** The first stage: the input, the tool and the world. */
export const AskSheet = (props: AskSheetProps) => {
  const { tool, state, left, access, isPaid, isSignedIn, onAbsent } = props
  return (
    <Stage name={toolRunTexts.ask} node="source" facts={[left]} line={state.phase === 'idle' ? 'none' : 'drawn'}>
      <div className={panelStyles.card} data-category={categoryOf(tool)}>
        <div className={panelStyles.pad}>
          <Head tool={tool} names={badgesOf(tool, isPaid, isSignedIn)} executionId={state.executionId} />
          <Form {...props} />
          <WorldLine onAbsent={onAbsent} />
        </div>
      </div>
      <AccessNotice access={access} />
    </Stage>
  )
}
