import { clip, type ToolDefinition, type ToolRun } from '@netbox/core'
import { useState } from 'react'
import { Ask } from './ask.tsx'
import type { Desk, Note, Order, Outcome, WorldChoice } from './desk.ts'
import { Find } from './find.tsx'
import type { Look } from './look.ts'
import { Refused } from './refused.tsx'
import { ReportView } from './report.tsx'
import { Busy } from './running.tsx'
import { readQuery } from './search.ts'
import { unread } from './tabs.ts'
import { useSize } from './use-size.ts'
import type { Act } from './use-report-keys.ts'
import { useRun } from './use-run.ts'
import { words } from './words.ts'
import { World } from './world.tsx'

/** How a person left: in order, or with Ctrl-C; 'cut' where a run was still going on. */
export type Leaving = 'left' | 'cancelled' | 'cut'

/** What was going on: the order that is written, or was made. */
type Draft = Omit<Order, 'world'>

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
  words.subject(tool.name, clip(input.split('\n', 1)[0] ?? '', LONGEST_SUBJECT))

interface SessionProps {
  readonly look: Look
  readonly desk: Desk
  readonly onLeave: (how: Leaving) => void
}

/** All screens, one at a time: find a tool, say what to run it on, see it run, read the report, go on. */
export const Session = ({ look, desk, onLeave }: SessionProps) => {
  const size = useSize()
  const [view, setView] = useState<View>({ name: 'find' })
  const [world, setWorld] = useState(desk.world)
  const [typed, setTyped] = useState('')
  const [reading, setReading] = useState(unread)
  const { state, start, cancel } = useRun(desk)
  const onCancel = (): void => onLeave('cancelled')

  const show = (draft: Draft, outcome: Outcome): void => {
    if (outcome.kind === 'report') {
      // The same tab is open again, so that two runs of one tool can be compared by it.
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
  const act = (from: Extract<View, { name: 'report' | 'refused' }>, what: Act): void => {
    const { draft } = from
    if (what === 'again') run(draft)
    else if (what === 'edit') setView({ name: 'ask', draft })
    else if (what === 'pick') {
      setTyped('')
      setView({ name: 'find' })
    } else if (what === 'world') {
      // The world of the report, so that another scenario bends the very facts that were just read.
      const known = from.name === 'report' ? { ...world, seed: from.run.seed } : world
      setView({ name: 'world', start: known, from })
    } else onLeave(what === 'leave' ? 'left' : 'cancelled')
  }

  const common = { look, ...size, onCancel }
  switch (view.name) {
    case 'find':
      return <FindNow {...common} desk={desk} typed={typed} onChoose={pick} onLeave={() => onLeave('left')} />
    case 'ask': {
      const { tool, input } = view.draft
      return (
        <Ask
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
        <Busy
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
        <ReportView
          {...common}
          desk={desk}
          run={view.run}
          note={view.note}
          reading={reading}
          onRead={setReading}
          onAct={(what) => act(view, what)}
        />
      )
    case 'refused':
      return (
        <Refused
          {...common}
          subject={subjectOf(view.draft)}
          sentences={view.sentences}
          onAct={(what) => act(view, what)}
        />
      )
    case 'world':
      return (
        <World
          {...common}
          desk={desk}
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

type FindNowProps = Omit<Parameters<typeof Find>[0], 'tools'> & { readonly desk: Desk }

/** The list of tools, with what is left of their runs at the moment it opens. */
const FindNow = ({ desk, ...rest }: FindNowProps) => {
  const [tools] = useState(() => desk.tools())
  return <Find {...rest} tools={tools} />
}
