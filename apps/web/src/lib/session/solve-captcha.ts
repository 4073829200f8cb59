import SolverWorker from 'altcha/workers/pbkdf2?worker'

/** The time limit for solving a challenge, in milliseconds. A challenge is valid for ten minutes and usually takes a second or two. */
const TIMEOUT = 90_000

interface Solution {
  readonly counter: number
  readonly derivedKey: string
}

const isSolution = (value: unknown): value is Solution =>
  typeof value === 'object' && value !== null && 'counter' in value && 'derivedKey' in value

const openSolver = (): Worker =>
  isSecureContext
    ? new SolverWorker()
    : new Worker(new URL('plain-solver.worker.ts', import.meta.url), { type: 'module' })

const solve = async (challenge: object, worker: Worker, signal?: AbortSignal): Promise<Solution | undefined> =>
  new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      resolve(isSolution(data) ? data : undefined),
    )
    worker.addEventListener('error', () => reject(new Error('The challenge could not be solved.')))
    signal?.addEventListener('abort', () => reject(new Error('The challenge was cancelled.', { cause: signal.reason })))
    worker.postMessage({ type: 'work', challenge, counterStart: 0, counterStep: 1, timeout: TIMEOUT }, [])
  })

/**
 * Solves a challenge of the API in a worker and returns the value for `captcha`; undefined if there is no solution. The user doesn't need
 * to click, because the work is the proof.
 */
export const solveCaptcha = async (challenge: object, signal?: AbortSignal): Promise<string | undefined> => {
  const worker = openSolver()
  try {
    const solution = await solve(challenge, worker, signal)
    return solution === undefined ? undefined : btoa(JSON.stringify({ challenge, solution }))
  } finally {
    worker.terminate()
  }
}
