import {
  type Access,
  checkAccess,
  dailyLimitReached,
  findTool,
  type Refusal,
  type ToolRun,
  type Usage,
  idle,
  reduceRun,
  type RunEvent,
  type RunState,
} from '@netbox/core'
import { labels, type Notice, toolSucceeded } from '@netbox/product'
import { navigate } from 'wouter/use-browser-location'
import type { Runner, Outcome } from './perform-run.ts'
import type { RunOrder } from '../../lib/world/world.ts'
import { runState } from '../../lib/runs/run-links.ts'
import { toast } from '../../lib/page/toasts.ts'
import { keepRun } from '../../lib/runs/keep-runs.ts'
import { runTexts } from '../../texts/tool-run.ts'
import { notLoaded, type Problem, problemOf, severityOf } from './problem.tsx'
import { useEffect } from 'react'
import { withSeed } from '../../lib/world/visit.ts'
import { createStore } from '../../lib/page/store.ts'

/** The run of a tool on a surface. */
export interface HeldRun {
  readonly state: RunState
  readonly order: RunOrder
  /** Whether the page shows an earlier run again. Such a run is not counted. */
  readonly isRepeated: boolean
}

/** A tool on a surface. */
interface Held {
  readonly run: HeldRun | undefined
  /** Ends the run; undefined if none is running. */
  readonly controller: AbortController | undefined
  /** Whether the tool is on the page. */
  readonly isShown: boolean
}

const nothingHeld: Held = { run: undefined, controller: undefined, isShown: false }

// By surface and tool. A run continues while other pages are shown, so its state outlives the page that started it.
const held = createStore<Readonly<Record<string, Held | undefined>>>({})

const heldAt = (key: string): Held => held.get()[key] ?? nothingHeld

/** Changes what is held. A run stays while its tool is on the page; afterwards, only while it is running. */
const change = (key: string, fields: Partial<Held>): void => {
  const next = { ...heldAt(key), ...fields }
  const isKept = next.isShown || next.controller !== undefined
  held.set({ ...held.get(), [key]: isKept ? next : undefined })
}

const watch = (key: string) => {
  change(key, { isShown: true })
  return () => change(key, { isShown: false })
}

interface Outcomes {
  /** Called after a successful run, with whether its tool is still on the page. */
  readonly onSuccess: (run: ToolRun, isShown: boolean) => void
  /** Called after a run that was refused, failed or cancelled. */
  readonly onError: (error: Refusal, order: RunOrder) => void
  /** Called if the code that runs tools can't be loaded. */
  readonly onAbsent: () => void
}

/** Returns the functions that start, cancel and repeat runs, and the current run. */
const useToolRun = (runner: Runner, { onSuccess, onError, onAbsent }: Outcomes) => {
  const key = `${runner.surface} ${runner.tool.id}`
  const current = held.use()[key]?.run
  useEffect(() => watch(key), [key])
  const perform = async (
    order: RunOrder,
    controller: AbortController,
    show: (state: RunState) => void,
  ): Promise<Outcome | undefined> => {
    let state: RunState = idle
    const onEvent = (event: RunEvent) => {
      state = reduceRun(state, event)
      if (heldAt(key).controller === controller) show(state)
    }
    const { performRun } = await import('./perform-run.ts')
    const outcome = await performRun(runner, order, { signal: controller.signal, onEvent })
    if (heldAt(key).controller !== controller) return undefined
    // The run was refused before its start, so the page shows only the reason.
    if (state.phase === 'idle') show(idle)
    return outcome
  }
  const start = async (asked: RunOrder): Promise<void> => {
    const order = withSeed(asked)
    const show = (state: RunState) => change(key, { run: { state, order, isRepeated: false } })
    const controller = new AbortController()
    heldAt(key).controller?.abort()
    change(key, { controller })
    // The run counts as started from the click on, while the code of the simulation may still load.
    show({ ...idle, phase: 'running', isLoading: true })
    try {
      const outcome = await perform(order, controller, show)
      if (outcome?.error !== undefined) onError(outcome.error, order)
      else if (outcome !== undefined) onSuccess(outcome.run, heldAt(key).isShown)
    } catch {
      show(idle)
      onAbsent()
    } finally {
      if (heldAt(key).controller === controller) change(key, { controller: undefined })
    }
  }
  /** Shows an earlier run again, unless the visitor starts another one in the meantime. */
  const repeat = async (order: RunOrder): Promise<void> => {
    const show = (state: RunState) => {
      const { isShown, controller } = heldAt(key)
      if (isShown && controller === undefined) change(key, { run: { state, order, isRepeated: true } })
    }
    try {
      const { repeatRun } = await import('./perform-run.ts')
      show(await repeatRun(runner, order))
    } catch {
      show(idle)
      onAbsent()
    }
  }
  return { current, state: current?.state ?? idle, start, repeat, cancel: () => heldAt(key).controller?.abort() }
}

// Mail programs truncate longer addresses, and servers refuse them, so the input of such a run stays only in the form.
const LONGEST = 8000

/** Replaces the address of the page with the address of a run, so that a reload and the browser's history lead to the run. */
const writeAddress = (path: string, state: unknown): void => {
  const isHere = new URL(path, location.href).pathname === location.pathname
  if (isHere && path.length <= LONGEST) navigate(path, { replace: true, state })
}

interface Orders {
  readonly runner: Runner
  readonly signedIn: boolean
  readonly usage: Usage
  /** Whether the security check is passed; absent on surfaces without one. */
  readonly captcha?: boolean
  /** The toast after a successful run. */
  readonly notice: Notice
  /** Returns the address of a run on this page. */
  readonly pathOf: (run: ToolRun) => string
  readonly setProblem: (problem: Problem | undefined) => void
}

/**
 * Runs a tool on a surface: checks with core whether the run may start, follows the run, and shows its outcome. A successful run is saved in
 * this browser and for the account's history. If the page still shows the tool, the address becomes the address of the run; otherwise, a
 * toast leads there.
 */
export const useOrders = ({ runner, signedIn, usage, captcha, notice, pathOf, setProblem }: Orders) => {
  const { tool, plan, subject, surface } = runner
  const request = { tool, plan, signedIn, surface }
  const isVerified = captcha === undefined ? {} : { captcha }
  const refuse = (error: Refusal, asked: RunOrder) => {
    const again = error.code === 'failed' ? { label: labels.retry, run: () => order(asked) } : undefined
    setProblem(problemOf(error, { tool, input: asked.input }))
    toast(severityOf(error), error, again)
  }
  const succeed = (run: ToolRun, isShown: boolean) => {
    keepRun(run, subject)
    const [path, state] = [pathOf(run), runState(run)]
    if (isShown) {
      writeAddress(path, state)
      toast('pass', notice)
    } else {
      const name = findTool(run.tool)?.name ?? run.tool
      toast('pass', toolSucceeded(name), { label: runTexts.showReport, run: () => navigate(path, { state }) })
    }
  }
  const { current, state, start, repeat, cancel } = useToolRun(runner, {
    onSuccess: succeed,
    onError: refuse,
    onAbsent: () => setProblem(notLoaded),
  })
  const order = (asked: RunOrder): void => {
    if (state.isLoading) return
    const access = checkAccess({ ...request, ...isVerified, input: asked.input })
    if (!access.allowed) return refuse(access, asked)
    setProblem(undefined)
    void start(asked)
  }
  const ofPlan = checkAccess(request)
  const isUsedUp = usage.dailyLimit > 0 && usage.remaining === 0
  /** The decision whether the user may run the tool now, apart from the security check. */
  const access: Access =
    ofPlan.allowed && isUsedUp ? { allowed: false, ...dailyLimitReached(tool.name, plan, usage.dailyLimit) } : ofPlan
  return {
    current,
    state,
    repeat,
    cancel,
    order,
    access,
    canRun: access.allowed && captcha !== false,
  }
}
