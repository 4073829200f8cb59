import { clip, type ToolDefinition, type ToolRun, idle, reduceRun, type RunState } from '@netbox/core'
import { useState, useRef } from 'react'
import { InputScreen } from './input-screen.tsx'
import type { Controller, Note, RunRequest, RunOutcome, WorldChoice } from './controller.ts'
import { ToolPicker } from './tool-picker.tsx'
import type { Theme } from './theme.ts'
import { RefusalScreen, RunScreen } from './run-screen.tsx'
import { ReportScreen } from './report-screen.tsx'
import { readQuery } from './search.ts'
import { unread } from './tabs.ts'
import { useSize } from './use-size.ts'
import type { Action } from './use-report-keys.ts'
import { texts } from '../texts/screen-texts.ts'
import { WorldScreen } from './world-screen.tsx'

/** A run that the screens started. */
interface CurrentRun {
  readonly state: RunState
  readonly start: (request: RunRequest, onDone: (outcome: RunOutcome) => void) => void
  /** Cancels the current run; its outcome is `cancelled`. */
  readonly cancel: () => void
}

/** Starts runs and reduces their events to the state that a screen draws. */
const useRun = (controller: Pick<Controller, 'run' | 'signal'>): CurrentRun => {
  const [state, setState] = useState<RunState>(idle)
  const abortController = useRef<AbortController>(undefined)
  const run = async (request: RunRequest, onDone: (outcome: RunOutcome) => void): Promise<void> => {
    const own = new AbortController()
    abortController.current = own
    let latest: RunState = idle
    let next: NodeJS.Immediate | undefined
    setState(idle)
    const outcome = await controller.run(request, AbortSignal.any([own.signal, controller.signal]), (event) => {
      latest = reduceRun(latest, event)
      // Events come in bursts, so each burst is drawn once.
      next ??= setImmediate(() => {
        next = undefined
        setState(latest)
      })
    })
    clearImmediate(next)
    onDone(outcome)
  }
  return {
    state,
    start: (request, onDone) => void run(request, onDone),
    cancel: () => abortController.current?.abort(),
  }
}

/** The reason why the screens closed: 'left' with q or Esc, 'cancelled' with Ctrl-C, 'cut' with Ctrl-C during a run, or by a signal. */
export type ExitReason = 'left' | 'cancelled' | 'cut'

/** The tool and input of the current or next run. */
type Draft = Omit<RunRequest, 'world'>

type View =
  | { readonly name: 'find' }
  | { readonly name: 'ask'; readonly draft: Draft; readonly note?: Note }
  | { readonly name: 'busy'; readonly draft: Draft }
  | { readonly name: 'report'; readonly draft: Draft; readonly run: ToolRun; readonly note: Note | undefined }
  | { readonly name: 'refused'; readonly draft: Draft; readonly sentences: readonly string[] }
  | {
      readonly name: 'world'
      readonly start: WorldChoice
      readonly from: Exclude<View, { name: 'world' | 'find' | 'busy' }>
    }

const LONGEST_SUBJECT = 60

const subjectOf = ({ tool, input }: Draft): string =>
  texts.subject(tool.name, clip(input.split('\n', 1)[0] ?? '', LONGEST_SUBJECT))

interface AppProps {
  readonly theme: Theme
  readonly controller: Controller
  readonly onLeave: (how: ExitReason) => void
}

/** The screens, one at a time: tool, input, run, report. */
export const App = ({ theme, controller, onLeave }: AppProps) => {
  const size = useSize()
  const [view, setView] = useState<View>({ name: 'find' })
  const [world, setWorld] = useState(controller.world)
  const [typed, setTyped] = useState('')
  const [reading, setReading] = useState(unread)
  const { state, start, cancel } = useRun(controller)
  const onCancel = (): void => onLeave('cancelled')

  const show = (draft: Draft, outcome: RunOutcome): void => {
    if (outcome.kind === 'report') {
      // Keeps the open tab, so that the user can compare two runs of a tool.
      setReading(({ tab }) => ({ ...unread, tab }))
      setView({ name: 'report', draft, run: outcome.run, note: outcome.note })
    } else if (outcome.kind === 'refused') setView({ name: 'refused', draft, sentences: outcome.sentences })
    else setView({ name: 'ask', draft, note: { severity: 'info', text: outcome.sentence } })
  }
  const run = (draft: Draft, inWorld = world): void => {
    setView({ name: 'busy', draft })
    start({ ...draft, world: inWorld }, (outcome) => show(draft, outcome))
  }
  const pick = (tool: ToolDefinition, text: string): void => {
    setTyped(text)
    setReading(unread)
    setView({ name: 'ask', draft: { tool, input: readQuery(text).input } })
  }
  const act = (from: Extract<View, { name: 'report' | 'refused' }>, what: Action): void => {
    const { draft } = from
    if (what === 'again') run(draft)
    else if (what === 'edit') setView({ name: 'ask', draft })
    else if (what === 'pick') {
      setTyped('')
      setView({ name: 'find' })
    } else if (what === 'world') {
      // Starts with the report's seed, so that another scenario changes only its faults.
      const known = from.name === 'report' ? { ...world, seed: from.run.seed } : world
      setView({ name: 'world', start: known, from })
    } else onLeave(what === 'leave' ? 'left' : 'cancelled')
  }

  const common = { theme, ...size, onCancel }
  switch (view.name) {
    case 'find':
      return (
        <CurrentToolPicker
          {...common}
          controller={controller}
          typed={typed}
          onChoose={pick}
          onLeave={() => onLeave('left')}
        />
      )
    case 'ask': {
      const { tool, input } = view.draft
      return (
        <InputScreen
          {...common}
          tool={tool}
          start={input}
          world={world}
          note={view.note}
          onRun={(text) => run({ tool, input: text })}
          onWorld={(text) =>
            setView({ name: 'world', start: world, from: { name: 'ask', draft: { tool, input: text } } })
          }
          onBack={() => setView({ name: 'find' })}
        />
      )
    }
    case 'busy':
      return (
        <RunScreen
          {...common}
          state={state}
          subject={subjectOf(view.draft)}
          onStop={cancel}
          onCancel={() => {
            cancel()
            onLeave('cut')
          }}
        />
      )
    case 'report':
      return (
        <ReportScreen
          {...common}
          controller={controller}
          run={view.run}
          note={view.note}
          reading={reading}
          onRead={setReading}
          onAction={(what) => act(view, what)}
        />
      )
    case 'refused':
      return (
        <RefusalScreen
          {...common}
          subject={subjectOf(view.draft)}
          sentences={view.sentences}
          onAction={(what) => act(view, what)}
        />
      )
    case 'world':
      return (
        <WorldScreen
          {...common}
          controller={controller}
          start={view.start}
          onChoose={(chosen) => {
            setWorld(chosen)
            if (view.from.name === 'ask') setView(view.from)
            else run(view.from.draft, chosen)
          }}
          onBack={() => setView(view.from)}
        />
      )
  }
}

type CurrentToolPickerProps = Omit<Parameters<typeof ToolPicker>[0], 'tools'> & { readonly controller: Controller }

/** The list of tools. It reads today's remaining runs when it opens. */
const CurrentToolPicker = ({ controller, ...rest }: CurrentToolPickerProps) => {
  const [tools] = useState(() => controller.tools())
  return <ToolPicker {...rest} tools={tools} />
}
