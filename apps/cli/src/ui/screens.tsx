import { idle, reduceRun, type RunEvent, type RunState } from '@netbox/core'
import { render } from 'ink'
import type { ReactNode } from 'react'
import { Again, type Next } from './again.tsx'
import { type Pickable, type Picked, Picker } from './picker.tsx'
import { Running } from './running.tsx'
import type { Look } from './look.ts'

/*
 * The only way into the screens. This file is loaded when a terminal asks for one, and it alone knows Ink.
 */

/** Shows a run on stderr while it goes on; closing it wipes it, because the report says it all again. */
export const showRun = (look: Look, subject: string): { onEvent: (event: RunEvent) => void; close: () => void } => {
  let state: RunState = idle
  let next: NodeJS.Immediate | undefined
  let isClosed = false
  const screen = () => <Running look={look} state={state} subject={subject} />
  const shown = render(screen(), { stdout: process.stderr, exitOnCtrlC: false, patchConsole: false, interactive: true })
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
  otherwise: Answer,
  screen: (answer: (answer: Answer) => void) => ReactNode,
): Promise<Answer> => {
  let given = otherwise
  const answer = (chosen: Answer): void => {
    given = chosen
    shown.clear()
    shown.unmount()
  }
  const shown = render(screen(answer), { exitOnCtrlC: false, patchConsole: false, interactive: true })
  await shown.waitUntilExit()
  return given
}

/** Lets a person choose a tool and type its input. */
export const pick = async (look: Look, tools: readonly Pickable[]): Promise<Picked> =>
  ask<Picked>('left', (answer) => <Picker look={look} tools={tools} onDone={answer} />)

/** Asks what comes after a run. */
export const askNext = async (look: Look): Promise<Next> =>
  ask<Next>('leave', (answer) => <Again look={look} onDone={answer} />)
