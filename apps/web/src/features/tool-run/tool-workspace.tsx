import { badges, type Tool, toolBadges, type ToolDefinition } from '@netbox/core'
import { labels, toasts } from '@netbox/product'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Problem } from '../../components/run/problem.tsx'
import { LaterStages, preloadReport } from '../../components/run/stages.tsx'
import { AccessNotice, type InputElement, ToolForm, useTypedText, WorldLine } from '../../components/run/tool-form.tsx'
import { useLink } from '../../components/run/use-link.ts'
import { useOrders } from '../../components/run/use-orders.ts'
import { Stage, StageList } from '../../components/stages/stage-list.tsx'
import { IconButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Chip, Chips } from '../../components/ui/chips.tsx'
import { toggleFavourite, useFavourites } from '../../lib/runs/favourites.ts'
import { isTyping } from '../../lib/page/palette.ts'
import { createStore } from '../../lib/page/store.ts'
import { runPath } from '../../lib/runs/run-links.ts'
import { useVisitor } from '../../lib/runs/local-usage.ts'
import { useWorld } from '../../lib/world/visit.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { AskProblem, Captcha, useCaptcha } from '../../components/run/captcha.tsx'
import { RunStages } from './run-stages.tsx'

// The last input, which the next tool reuses if it takes the same kind: a domain for the next DNS tool.
const carried = createStore({ type: '', text: '' })

/** Returns the uncontrolled input field of a tool. An empty field gets the last tool's input if it is of the same kind. */
const useInput = (tool: Tool) => {
  const typed = useTypedText()
  const latest = useRef(typed)
  useEffect(() => {
    const { field, fillLater } = latest.current
    const input = field.current
    if (input === null) return undefined
    const { type, text } = carried.get()
    if (input.value === '' && type === tool.input.type) fillLater()(text)
    return () => {
      carried.set({ type: tool.input.type, text: input.value })
    }
  }, [tool])
  return typed
}

/** Handles '/' to focus the input, and Escape to end a run. */
const useShortcuts = (input: RefObject<InputElement | null>, onEscape: (() => void) | undefined): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) onEscape?.()
      if (event.key !== '/' || isTyping(event.target)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, onEscape])
}

const Star = ({ tool }: { readonly tool: Tool }) => {
  const isFavourite = useFavourites().includes(tool.id)
  return (
    <IconButton
      className="absolute top-4 right-4 aria-pressed:[&>svg]:fill-current aria-pressed:[&>svg]:text-signal"
      aria-label={toolRunTexts.favorite}
      aria-pressed={isFavourite}
      onClick={() => toggleFavourite(tool.id)}
    >
      <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1-5.4-3-5.4 3 1.1-6.1-4.5-4.3 6.1-.8z" />
      </svg>
    </IconButton>
  )
}

// Paid plans pass the security check automatically, and signed-in users need no Login badge.
const badgesOf = (tool: Tool, isPaid: boolean, isSignedIn: boolean): string[] =>
  toolBadges(tool).filter((badge) => !((isPaid && badge === badges.captcha) || (isSignedIn && badge === badges.login)))

// Spec §2: the styles give the card of the web category a dark theme.
const categoryOf = ({ picker }: ToolDefinition): string | undefined => picker?.category

const PROBLEM = 'tool-problem'

const Workspace = ({ tool }: { readonly tool: Tool }) => {
  const typed = useInput(tool)
  const [problem, setProblem] = useState<Problem>()
  const world = useWorld()
  const { usage, signedIn, ...visitor } = useVisitor(tool)
  const isVerified = useCaptcha() === 'verified'
  const { current, state, repeat, cancel, order, access, canRun } = useOrders({
    runner: { tool, ...visitor, surface: 'home' },
    signedIn,
    usage,
    captcha: isVerified,
    notice: toasts.analysisComplete,
    pathOf: runPath,
    setProblem,
  })
  const isToCome = useLink({ current, typed, setProblem, repeat })
  useEffect(() => {
    if (!isVerified) return
    // A run may follow, so its code loads.
    import('../../components/run/perform-run.ts').catch(() => undefined)
    preloadReport()
  }, [isVerified])
  useShortcuts(typed.field, state.isLoading ? cancel : undefined)
  const isPaid = visitor.plan !== 'free'
  return (
    <StageList>
      <Stage
        name={toolRunTexts.ask}
        node="source"
        facts={[toolRunTexts.left(usage)]}
        line={state.phase === 'idle' ? 'none' : 'drawn'}
      >
        <Card
          isTask
          className="relative text-ink data-[category=web]:scheme-dark [&>div:first-child]:pr-9"
          data-category={categoryOf(tool)}
          title={<span id="tool-name">{tool.name}</span>}
          aside={
            <>
              <Chips names={badgesOf(tool, isPaid, signedIn)} />
              {state.executionId === null ? null : <Chip isMono>{state.executionId}</Chip>}
              <Star tool={tool} />
            </>
          }
        >
          <ToolForm
            tool={tool}
            placeholder={labels.inputPlaceholder(tool.input.type)}
            typed={typed}
            refusedBy={problem?.isOfInput === true ? PROBLEM : undefined}
            captcha={<Captcha isSilent={isPaid} />}
            action={state.isLoading ? labels.running : labels.analyze}
            canRun={canRun}
            isRunning={state.isLoading}
            onEdit={() => setProblem(undefined)}
            onRun={() => order({ ...world, input: typed.field.current?.value ?? '' })}
          >
            <AskProblem id={PROBLEM} problem={problem} />
          </ToolForm>
          <WorldLine />
        </Card>
        <AccessNotice access={access} plan={visitor.plan} />
      </Stage>
      <LaterStages Stages={RunStages} current={current} isToCome={isToCome} order={order} cancel={cancel} />
    </StageList>
  )
}

interface ToolWorkspaceProps {
  readonly tool: Tool
  /** The content below the stages. */
  readonly children?: ReactNode
}

/** A chosen tool: its input, its run and its report. Each tool has its own state. */
export const ToolWorkspace = ({ tool, children }: ToolWorkspaceProps) => (
  <div className="wrap">
    <Workspace key={tool.id} tool={tool} />
    {children}
  </div>
)
