import { afterAll, beforeAll } from 'vitest'
import type { Open } from './database.ts'
import { startApi, type TestApi, type TestApiOptions } from './start-api.ts'

/** The options of an API for a suite. */
export interface UseApiOptions extends Omit<TestApiOptions, 'databaseUrl'> {
  /** The suite's database; default: its own SQLite file. */
  readonly on?: Open
}

/** Runs an API during the calling suite. */
export const useApi = ({ on, ...options }: UseApiOptions = {}): TestApi => {
  let started: TestApi | undefined
  const running = (): TestApi => {
    if (started === undefined) throw new Error('The API is available only inside hooks and tests.')
    return started
  }
  beforeAll(async () => {
    started = await startApi({ ...options, ...(on === undefined ? {} : { databaseUrl: on.url() }) })
  })
  afterAll(() => started?.stop())
  return {
    get url() {
      return running().url
    },
    get port() {
      return running().port
    },
    get core() {
      return running().core
    },
    call: (id, given) => running().call(id, given),
    metrics: () => running().metrics(),
    fetch: (path, init) => running().fetch(path, init),
    user: (given) => running().user(given),
    logged: () => running().logged(),
    stop: () => running().stop(),
  }
}
