import { vi } from 'vitest'

/** A handler of the page's message to a worker. It may post values; its returned value is posted last. */
export type WorkerAnswer = (data: unknown, post: (message: unknown) => void) => unknown

// The site derives a key when it makes a challenge. The last bytes of the derivation's input are the number to find.
const watchDerivations = () => vi.spyOn(crypto.subtle, 'importKey')
let derivations: ReturnType<typeof watchDerivations> | undefined

/** Watches the challenges that the site makes for itself, to solve them at once instead of after a second of work. */
export const watchChallenges = (): void => {
  derivations = watchDerivations()
}

const solveChallenge = (): unknown => {
  const password = derivations?.mock.lastCall?.[1]
  if (!(password instanceof Uint8Array)) throw new TypeError('The site has made no challenge for itself.')
  return { counter: new DataView(password.buffer).getUint32(password.length - 4), derivedKey: '' }
}

const isThere = { kind: 'answered', status: 401, text: 'Unauthorized', milliseconds: 4 }

/** The replacements of the site's workers, by file name: happy-dom has no workers. */
const defaults: Readonly<Record<string, WorkerAnswer>> = {
  'probe.worker': () => [isThere, isThere],
  'plain-solver.worker': solveChallenge,
}

const answers = new Map<string, WorkerAnswer>()

/** Replaces the handler of a worker for the rest of the test. */
export const answerWorker = (name: string, answer: WorkerAnswer): void => void answers.set(name, answer)

/** Removes the handlers that tests have set. */
export const resetWorkers = (): void => answers.clear()

/** Replaces `Worker`. It can't be an arrow function, because it is called with `new`; the returned object is the worker. */
export function StandInWorker(url: string | URL) {
  const name = /([^/]+)\.ts/.exec(String(url))?.[1] ?? String(url)
  const events = new EventTarget()
  return Object.assign(events, {
    postMessage: (data: unknown) => {
      const answer = answers.get(name) ?? defaults[name]
      if (answer === undefined) throw new TypeError(`No test has said how ${name} answers.`)
      const post = (message: unknown) => void events.dispatchEvent(new MessageEvent('message', { data: message }))
      queueMicrotask(() => void Promise.resolve(answer(data, post)).then(post))
    },
    terminate: () => {},
  })
}
