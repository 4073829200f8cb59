/** A queue between those who find results and the one who reads them. */
export interface ResultQueue<Result> {
  put(result: Result): void
  /** Ends the queue: what is in it is still read, then the error is thrown, if there is one. */
  end(error?: { readonly because: unknown }): void
  /** Ends the queue at once: what is in it is dropped. */
  cut(error?: { readonly because: unknown }): void
  /** Returns the next, or undefined at the end. */
  next(): Promise<Result | undefined>
}

/** Makes a queue for one reader. */
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
