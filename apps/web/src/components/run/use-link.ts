import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { lastArrival } from '../../lib/page/navigation.ts'
import { isOwn, namesRun, anyWorld, type RunOrder } from '../../lib/world/world.ts'
import { chooseLinked, hasWorld, linkIsRead } from '../../lib/world/visit.ts'
import type { HeldRun } from './use-orders.ts'
import { linkProblem, notLoaded, type Problem } from './problem.tsx'
import type { SharedRun } from './read-share-link.ts'
import type { TypedText } from './tool-form.tsx'

/** A tool's form and report, which the address fills in. */
interface LinkedForm {
  readonly current: HeldRun | undefined
  readonly typed: TypedText
  readonly setProblem: (problem: Problem | undefined) => void
  /** Shows the report of the visitor's own run again. */
  readonly repeat: (order: RunOrder) => Promise<void>
}

const readAddress = async (): Promise<SharedRun | undefined> => {
  // Most addresses have no run, so the code that reads one is loaded on demand.
  const { readShareLink } = await import('./read-share-link.ts')
  // Reads the original address, because the router decodes some of its escapes.
  return readShareLink(location.search, history.state)
}

const isShown = (current: HeldRun | undefined, { input, seed, scenario, at }: Partial<RunOrder>): boolean => {
  const run = current?.state.run
  return run?.input === input && run?.seed === seed && run?.scenario === scenario && run?.at === at
}

/** Shows the visitor's own run again. After a click on a link to it, the visit takes its seed and faults, but not its clock. */
const showOwnRun = (
  { input = '', scenario = anyWorld.scenario, at, ...world }: Partial<RunOrder>,
  { repeat }: LinkedForm,
): void => {
  if (lastArrival() === 'link' || !hasWorld()) chooseLinked({ scenario, ...world })
  void repeat({ input, scenario, at, ...world })
}

const fillIn = ({ problems, remark, ...run }: SharedRun, form: LinkedForm, setText: (text: string) => void): void => {
  const isOwnLink = isOwn(history.state) && problems.length === 0
  // The page itself wrote the address of the run that it shows.
  if (isOwnLink && isShown(form.current, run)) return
  const { input, ...world } = run
  if (input !== undefined) setText(input)
  if (isOwnLink && namesRun(location.search)) showOwnRun(run, form)
  else chooseLinked(world)
  form.setProblem(linkProblem(problems, remark))
}

/**
 * Fills in the form whenever the address changes, without starting a run. The address of the visitor's own run also shows its report.
 * Returns whether this report is still to come.
 */
export const useLink = (form: LinkedForm): boolean => {
  const search = useSearch()
  const latest = useRef(form)
  const { fillLater } = form.typed
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    let isWanted = search !== ''
    const setText = fillLater(search)
    if (isWanted)
      readAddress()
        .then(
          (link) => isWanted && link !== undefined && fillIn(link, latest.current, setText),
          () => isWanted && latest.current.setProblem(notLoaded),
        )
        .finally(linkIsRead)
    return () => {
      isWanted = false
    }
  }, [search, fillLater])
  // During prerendering and hydration, there is no query yet.
  return search !== '' && isOwn(history.state) && namesRun(search) && form.current === undefined
}
