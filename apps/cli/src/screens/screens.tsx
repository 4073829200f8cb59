import { idle, reduceRun, type RunEvent, type RunState, type ToolDefinition } from '@netbox/core'
import { render, type RenderOptions, Text } from 'ink'
import type { ReactNode } from 'react'
import { InputScreen } from './input-screen.tsx'
import type { Controller, ToolEntry, WorldChoice } from './controller.ts'
import { ToolPicker } from './tool-picker.tsx'
import { Keyboard, useKeys } from './keyboard.tsx'
import type { Theme, Size } from './theme.ts'
import { type ServeController, ServeScreen } from './serve-screen.tsx'
import { RunProgress } from './run-screen.tsx'
import { readQuery } from './search.ts'
import { type ExitReason, App } from './app.tsx'
import { useSize } from './use-size.ts'
import { WorldScreen } from './world-screen.tsx'
import { type KeyHint, keyLine } from './lines.ts'
import { texts } from '../texts/screen-texts.ts'

/** The next action after a run. */
type NextAction = 'again' | 'edit' | 'world' | 'copy' | 'save' | 'pick' | 'leave' | 'cancel'

const keys: readonly KeyHint[] = [
  ['r', 'run again'],
  ['Enter', 'another tool'],
  ['e', 'edit'],
  ['w', 'world'],
  ['c', 'copy'],
  ['s', 'save'],
]

const last: KeyHint = ['q', 'leave']

const answers: Readonly<Record<string, NextAction>> = {
  r: 'again',
  e: 'edit',
  w: 'world',
  c: 'copy',
  s: 'save',
  t: 'pick',
  q: 'leave',
}

interface NextActionsProps {
  readonly theme: Theme
  readonly columns: number
  readonly onDone: (next: NextAction) => void
}

/** The line of actions below a report. */
const NextActions = ({ theme, columns, onDone }: NextActionsProps) => {
  useKeys((input, key) => {
    const answer = answers[input]
    if (key.ctrl && input === 'c') onDone('cancel')
    else if (answer !== undefined) onDone(answer)
    else if (key.return) onDone('pick')
    else if (key.escape) onDone('edit')
  })
  return (
    <Text>{theme.mode === 'screen-reader' ? texts.keys([...keys, last]) : keyLine(keys, last, columns, theme)}</Text>
  )
}

/*
 * The entry of the screens, loaded on demand. Only this file uses Ink's renderer.
 */

const options = ({ mode }: Theme): RenderOptions => ({
  exitOnCtrlC: false,
  patchConsole: false,
  interactive: true,
  alternateScreen: mode === 'fullscreen',
  isScreenReaderEnabled: mode === 'screen-reader',
})

/** Shows the progress of a run on stderr. `close` clears the display, because the report follows. */
export const showRun = (theme: Theme, subject: string): { onEvent: (event: RunEvent) => void; close: () => void } => {
  let state: RunState = idle
  let next: NodeJS.Immediate | undefined
  let isClosed = false
  const screen = () => <RunProgress theme={theme} state={state} subject={subject} />
  const shown = render(screen(), { ...options(theme), stdout: process.stderr })
  return {
    onEvent: (event) => {
      state = reduceRun(state, event)
      // Events come in bursts, so each burst is drawn once.
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

const REDRAW = 200

/** Shows lines on stderr, and draws them again a few times a second. `close` clears them, because the result follows. */
export const showLines = (theme: Theme, linesNow: () => readonly string[]): { close: () => void } => {
  const screen = () => <Text>{linesNow().join('\n')}</Text>
  const shown = render(screen(), { ...options(theme), stdout: process.stderr })
  const timer = setInterval(() => shown.rerender(screen()), REDRAW)
  let isClosed = false
  return {
    close: () => {
      if (isClosed) return
      isClosed = true
      clearInterval(timer)
      shown.clear()
      shown.unmount()
    },
  }
}

/** Shows a screen until the user answers, then clears it and returns the answer. */
const ask = async <Answer,>(
  theme: Theme,
  otherwise: Answer,
  screen: (size: Size, answer: (answer: Answer) => void) => ReactNode,
): Promise<Answer> => {
  let result = otherwise
  const answer = (chosen: Answer): void => {
    result = chosen
    shown.clear()
    shown.unmount()
  }
  const Sized = () => screen(useSize(), answer)
  const shown = render(
    <Keyboard>
      <Sized />
    </Keyboard>,
    options(theme),
  )
  await shown.waitUntilExit()
  return result
}

/** Shows the screens until the user leaves them or a signal ends the command. */
export const openApp = async (theme: Theme, controller: Controller): Promise<ExitReason> => {
  let result: ExitReason = 'cancelled'
  const leave = (how: ExitReason): void => {
    result = how
    // Some terminals keep a part of the alternate screen after a resize, so it is cleared first.
    shown.clear()
    shown.unmount()
  }
  const shown = render(
    <Keyboard>
      <App theme={theme} controller={controller} onLeave={leave} />
    </Keyboard>,
    options(theme),
  )
  controller.signal.addEventListener('abort', () => leave('cut'), { once: true })
  await shown.waitUntilExit()
  return result
}

/** Shows the requests to a served internet until the user or a signal ends the view. */
export const showInternet = async (theme: Theme, controller: ServeController): Promise<void> => {
  const stop = (): void => {
    shown.clear()
    shown.unmount()
  }
  const shown = render(
    <Keyboard>
      <ServeScreen theme={theme} controller={controller} onStop={stop} />
    </Keyboard>,
    options(theme),
  )
  controller.signal.addEventListener('abort', stop, { once: true })
  await shown.waitUntilExit()
}

/** A tool and its input. */
export interface Choice {
  readonly tool: ToolDefinition
  readonly input: string
  /** The text in the search field. */
  readonly typed: string
}

/** The user's choice, or 'left' after Esc and 'cancelled' after Ctrl-C. */
export type Picked = Choice | 'left' | 'cancelled'

/** Lets the user choose a tool from the list. */
export const pickTool = async (theme: Theme, tools: readonly ToolEntry[], typed: string): Promise<Picked> =>
  ask<Picked>(theme, 'cancelled', (size, answer) => (
    <ToolPicker
      {...size}
      theme={theme}
      tools={tools}
      typed={typed}
      onChoose={(tool, text) => answer({ tool, input: readQuery(text).input, typed: text })}
      onLeave={() => answer('left')}
      onCancel={() => answer('cancelled')}
    />
  ))

/** The input, with the next step: run the tool or choose a world. */
export type Asked = { readonly input: string; readonly wants: 'run' | 'world' } | 'back' | 'cancelled'

/** Lets the user type the input of a tool. */
export const askInput = async (
  theme: Theme,
  { tool, input }: Omit<Choice, 'typed'>,
  world: WorldChoice,
): Promise<Asked> =>
  ask<Asked>(theme, 'cancelled', (size, answer) => (
    <InputScreen
      {...size}
      theme={theme}
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

/** Lets the user choose the world of the next runs. */
export const askWorld = async (
  theme: Theme,
  controller: Pick<Controller, 'scenarios' | 'checkWorld'>,
  start: WorldChoice,
): Promise<WorldChoice | 'back' | 'cancelled'> =>
  ask<WorldChoice | 'back' | 'cancelled'>(theme, 'cancelled', (size, answer) => (
    <WorldScreen
      {...size}
      theme={theme}
      controller={controller}
      start={start}
      onChoose={answer}
      onBack={() => answer('back')}
      onCancel={() => answer('cancelled')}
    />
  ))

/** Asks for the next action after a run. */
export const askNextAction = async (theme: Theme): Promise<NextAction> =>
  ask<NextAction>(theme, 'cancel', ({ columns }, answer) => (
    <NextActions theme={theme} columns={columns} onDone={answer} />
  ))
