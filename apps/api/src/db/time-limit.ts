/** Settles as the promise does, or calls `late` after some milliseconds, which throws or returns another value. */
export const withTimeLimit = async <Result>(
  promise: Promise<Result>,
  milliseconds: number,
  late: () => Result,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late')
  })
  // The slower promise must not end the process if it rejects.
  promise.catch(() => {})
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), limit])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
  }
}
