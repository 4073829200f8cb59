/**
 * Returns the result of a promise. After the given number of milliseconds, calls `late` instead, which returns another result or throws.
 */
export const withTimeLimit = async <Result>(
  promise: Promise<Result>,
  milliseconds: number,
  late: () => Result,
): Promise<Result> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late')
  })
  // A rejection after the time limit must not end the process.
  promise.catch(() => {})
  try {
    const first = await Promise.race([promise.then((value) => ({ value })), limit])
    return first === 'late' ? late() : first.value
  } finally {
    clearTimeout(timer)
  }
}
