/** A queue between the producers of results and one reader. */
export interface ResultQueue<Result> {
  put(result: Result): void
  /** Ends the queue: the reader still gets the remaining results, then the error, if any. */
  end(error?: { readonly because: unknown }): void
  /** Ends the queue at once: drops the remaining results. */
  cut(error?: { readonly because: unknown }): void
  /** Returns the next result, or undefined at the end. */
  next(): Promise<Result | undefined>
}

/** Creates a queue for one reader. */
export const resultQueue = <Result>(): ResultQueue<Result> => {
  let waiting: Result[] = []
  let head = 0
  let isOpen = true
  let error: { readonly because: unknown } | undefined
  let wake = (): void => {}

  const isQuiet = (): boolean => isOpen && waiting.length === 0

  const take = (): Result | undefined => {
    const result = waiting[head++]
    if (head >= waiting.length) {
      waiting = []
      head = 0
    }
    return result
  }

  const end = (because: typeof error): void => {
    if (isOpen) error = because
    isOpen = false
    wake()
  }

  return {
    put: (result) => {
      if (isOpen) waiting.push(result)
      wake()
    },
    end,
    cut: (because) => {
      if (isOpen) waiting = []
      end(because)
    },
    next: async () => {
      while (isQuiet()) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (waiting.length === 0 && error !== undefined) throw error.because
      return take()
    },
  }
}
