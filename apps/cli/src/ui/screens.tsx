import { idle, reduceRun, type RunEvent, type RunState, type ToolDefinition } from '@netbox/core'
import { render, type RenderOptions } from 'ink'
import type { ReactNode } from 'react'
import { Again, type Next } from './again.tsx'
import { Ask } from './ask.tsx'
import type { Desk, Pickable, WorldChoice } from './desk.ts'
import { Find } from './find.tsx'
import { Keyboard } from './keys.tsx'
import type { Look, Size } from './look.ts'
import { Running } from './running.tsx'
import { readQuery } from './search.ts'
import { type Leaving, Session } from './session.tsx'
import { useSize } from './use-size.ts'
import { World } from './world.tsx'

/*
 * The only way into the screens. This file is loaded when a terminal asks for one, and it alone knows Ink's renderer.
 */

const options = ({ manner }: Look): RenderOptions => ({
  exitOnCtrlC: false,
  patchConsole: false,
  interactive: true,
  alternateScreen: manner === 'full',
  isScreenReaderEnabled: manner === 'spoken',
})

/** Shows a run on stderr while it goes on; closing it wipes it, because the report says it all again. */
export const showRun = (look: Look, subject: string): { onEvent: (event: RunEvent) => void; close: () => void } => {
  let state: RunState = idle
  let next: NodeJS.Immediate | undefined
  let isClosed = false
  const screen = () => <Running look={look} state={state} subject={subject} />
  const shown = render(screen(), { ...options(look), stdout: process.stderr })
  return {
    onEvent: (event) => {
      state = reduceRun(state, event)
      // Events come in bursts, and a run without delay is one burst: what nobody could see is not drawn.
      next ??= setImmediate(() => {
        next = undefined
        shown.rerender(screen())
      })
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      clearImmediate(next)
      shown.clear()
      shown.unmount()
    },
  }
}

/** Draws a screen that answers once, and wipes it then. */
const ask = async <Answer,>(
  look: Look,
  otherwise: Answer,
  screen: (size: Size, answer: (answer: Answer) => void) => ReactNode,
): Promise<Answer> => {
  let given = otherwise
  const answer = (chosen: Answer): void => {
    given = chosen
    shown.clear()
    shown.unmount()
  }
  const Sized = () => screen(useSize(), answer)
  const shown = render(
    <Keyboard>
      <Sized />
    </Keyboard>,
    options(look),
  )
  await shown.waitUntilExit()
  return given
}

/** Gives the terminal to the screens until a person leaves them, or the system ends the command. */
export const openSession = async (look: Look, desk: Desk): Promise<Leaving> => {
  let given: Leaving = 'cancelled'
  const leave = (how: Leaving): void => {
    given = how
    // Some terminals keep a piece of the other screen when the window has changed meanwhile: they find it empty.
    shown.clear()
    shown.unmount()
  }
  const shown = render(
    <Keyboard>
      <Session look={look} desk={desk} onLeave={leave} />
    </Keyboard>,
    options(look),
  )
  desk.signal.addEventListener('abort', () => leave('cut'), { once: true })
  await shown.waitUntilExit()
  return given
}

/** A tool and what to run it on. */
export interface Choice {
  readonly tool: ToolDefinition
  readonly input: string
  /** What was typed to find it. */
  readonly typed: string
}

/** What came of it: a choice, or a person who left, with Esc or with Ctrl-C. */
export type Picked = Choice | 'left' | 'cancelled'

/** Lets a person choose a tool from the list. */
export const pickTool = async (look: Look, tools: readonly Pickable[], typed: string): Promise<Picked> =>
  ask<Picked>(look, 'cancelled', (size, answer) => (
    <Find
      {...size}
      look={look}
      tools={tools}
      typed={typed}
      onChoose={(tool, text) => answer({ tool, input: readQuery(text).input, typed: text })}
      onLeave={() => answer('left')}
      onCancel={() => answer('cancelled')}
    />
  ))

/** What came of asking for an input: text to run the tool on, or the wish for another world. */
export type Asked = { readonly input: string; readonly wants: 'run' | 'world' } | 'back' | 'cancelled'

/** Lets a person type the input of a tool. */
export const askInput = async (
  look: Look,
  { tool, input }: Omit<Choice, 'typed'>,
  world: WorldChoice,
): Promise<Asked> =>
  ask<Asked>(look, 'cancelled', (size, answer) => (
    <Ask
      {...size}
      look={look}
      tool={tool}
      start={input}
      world={world}
      note={undefined}
      onRun={(text) => answer({ input: text, wants: 'run' })}
      onWorld={(text) => answer({ input: text, wants: 'world' })}
      onBack={() => answer('back')}
      onCancel={() => answer('cancelled')}
    />
  ))

/** Lets a person choose the world of the next runs. */
export const askWorld = async (
  look: Look,
  desk: Pick<Desk, 'scenarios' | 'checkWorld'>,
  start: WorldChoice,
): Promise<WorldChoice | 'back' | 'cancelled'> =>
  ask<WorldChoice | 'back' | 'cancelled'>(look, 'cancelled', (size, answer) => (
    <World
      {...size}
      look={look}
      desk={desk}
      start={start}
      onChoose={answer}
      onBack={() => answer('back')}
      onCancel={() => answer('cancelled')}
    />
  ))

/** Asks what comes after a run. */
export const askNext = async (look: Look): Promise<Next> =>
  ask<Next>(look, 'cancel', ({ columns }, answer) => <Again look={look} columns={columns} onDone={answer} />)
