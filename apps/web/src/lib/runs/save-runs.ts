import { type Client, MAX_REPORTED_RUNS, type ResponseOf } from '@netbox/contract'
import { loadApi } from '../session/load-account.ts'
import { currentSession } from '../session/session.ts'
import { failureOf } from '../session/requests.ts'
import { setUsage } from './local-usage.ts'
import { removeUnsaved, setRunTime, type UnsavedRun, unsavedRunsOf } from './own-runs.ts'

const AGAIN = 30_000
/** The maximum number of characters in one report. Inputs such as mail headers may be long. */
const MOST_TEXT = 300_000

type Usage = Pick<ResponseOf<'usage.list'>, 'day' | 'usage'>

/** Returns as many runs as fit in one report, but at least one. */
const firstReport = (runs: readonly UnsavedRun[]): UnsavedRun[] => {
  let size = 0
  const fitting = runs.slice(0, MAX_REPORTED_RUNS).filter(({ input, world }, at) => {
    size += input.length + JSON.stringify(world ?? null).length
    return at === 0 || size <= MOST_TEXT
  })
  return fitting
}

const reportOf = ({ id, tool, input, seed, scenario, at, world, engine, ranAt }: UnsavedRun) => ({
  id,
  tool,
  input,
  seed,
  scenario,
  at,
  ...(world === undefined ? {} : { world }),
  engine,
  ran_at: new Date(ranAt).toISOString(),
})

/** Returns whether the service will never accept the request, so that it must not be sent again. */
const isUnfit = (error: unknown): boolean => [400, 413].includes(failureOf(error).status ?? 0)

/** Reports runs. If the service can't read a report, sends its runs one by one and drops those that it can't read. */
const report = async (api: Client, runs: readonly UnsavedRun[]): Promise<Usage | undefined> => {
  try {
    const { data } = await api.call('runs.report', { body: { runs: runs.map(reportOf) } })
    const idsOf = (isEarly: boolean) =>
      new Set(data.outcomes.filter(({ outcome }) => (outcome === 'not_yet') === isEarly).map(({ id }) => id))
    setRunTime(idsOf(true), Date.parse(data.now))
    removeUnsaved(idsOf(false))
    return data
  } catch (error) {
    if (!isUnfit(error)) throw error
    const [first, ...others] = runs
    if (first === undefined) return undefined
    if (others.length === 0) removeUnsaved(new Set([first.id]))
    else for (const run of runs) await report(api, [run])
    return undefined
  }
}

const saveAll = async (): Promise<void> => {
  const subject = currentSession().user?.id
  if (subject === undefined) return
  const api = await loadApi()
  let usage: Usage | undefined
  for (let waiting = unsavedRunsOf(subject); waiting.length > 0; waiting = unsavedRunsOf(subject))
    usage = (await report(api, firstReport(waiting))) ?? usage
  usage ??= await api.call('usage.list')
  // The user may have signed out, or in to another account, before the response.
  if (currentSession().user?.id === subject)
    setUsage(
      subject,
      usage.day,
      Object.fromEntries(usage.usage.flatMap(({ tool, used }) => (used === 0 ? [] : [[tool, used]]))),
    )
}

/** Returns a function that saves everything: once at a time, again if it is called in the meantime, and later after a failure. */
const createSaver = (): (() => Promise<void>) => {
  let going: Promise<void> | undefined
  let isWanted = false
  let retry: ReturnType<typeof setTimeout> | undefined
  const goOn = async (): Promise<void> => {
    try {
      do {
        isWanted = false
        await saveAll()
        // Another run may have ended in the meantime.
      } while (isWanted)
    } catch {
      // If the service can't be reached, the runs stay stored. This page retries, and so does the next page.
      retry = setTimeout(() => void save(), AGAIN)
    }
  }
  const save = async (): Promise<void> => {
    isWanted = true
    clearTimeout(retry)
    going ??= goOn().finally(() => {
      going = undefined
    })
    return going
  }
  return save
}

/**
 * Saves the queued runs in the user's account, and loads the day's counters from it. Several tabs may do so at once, because the service
 * counts each run once.
 */
export const saveRuns = createSaver()
