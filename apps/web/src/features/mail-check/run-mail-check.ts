import { checkMail, findTool, type MailCheck, mailSteps, type MailStepId, type Refusal, ToolError } from '@netbox/core'
import { performRun, type Runner } from '../../components/run/perform-run.ts'
import { sharedWorld } from '../../components/run/read-world.ts'
import type { ChosenWorld } from '../../lib/world/world.ts'
import { keepRun } from '../../lib/runs/keep-runs.ts'
import { type Again, beginCheck, heldCheck } from './held-check.ts'

/** What is known of a check: the runs of a step that ran, the reason of a step that didn't. */
const knownOf = ({ steps }: MailCheck, retried: MailStepId) => ({
  run: (tool: string, input: string) =>
    steps.flatMap(({ runs }) => runs).find((run) => run.tool === tool && run.input === input),
  refusal: (tool: string) =>
    steps.find(({ id }) => id !== retried && mailSteps.some((step) => step.id === id && step.tool === tool))?.refusal,
})

/**
 * Checks the mail of a domain with the page's delays. The runs are counted and recorded like single runs. With `again`, only one step of an
 * earlier check runs. Returns why the check could not start.
 */
export const runMailCheck = async (
  runner: Omit<Runner, 'tool'>,
  domain: string,
  asked: ChosenWorld,
  again?: Again,
): Promise<Refusal | undefined> => {
  const { signal, isLast } = beginCheck()
  const known = again === undefined ? undefined : knownOf(again.check, again.step)
  try {
    const world = sharedWorld(asked)
    const show = (check: MailCheck, isRunning: boolean): void => {
      if (isLast()) heldCheck.set({ check, isRunning, world })
    }
    const check = await checkMail(
      domain,
      async (id, input) => {
        const tool = findTool(id)
        if (tool === undefined) throw new Error(`The catalogue has no ${id}.`)
        const earlier = known?.run(id, input)
        if (earlier !== undefined) return earlier
        const refusal = known?.refusal(id)
        if (refusal !== undefined) throw new ToolError(refusal)
        const order = { ...world, input }
        const following = { signal, onEvent: () => undefined }
        const outcome = await performRun({ ...runner, tool }, order, following)
        if (outcome.error !== undefined) throw new ToolError(outcome.error)
        keepRun(outcome.run, runner.subject)
        return outcome.run
      },
      (latest) => show(latest, true),
    )
    show(check, false)
    return undefined
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const held = heldCheck.get()
    if (isLast() && held !== undefined) heldCheck.set({ ...held, isRunning: false })
    return error.code === 'aborted' ? undefined : { code: error.code, title: error.title, message: error.message }
  }
}
