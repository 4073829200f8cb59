/** Starts the same work several times at once and returns the outcomes. */
export const settle = async <Value>(
  times: number,
  work: (index: number) => Promise<Value>,
): Promise<{ values: Value[]; errors: unknown[] }> => {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, (_, index) => work(index)))
  const values: Value[] = []
  const errors: unknown[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') values.push(outcome.value)
    else errors.push(outcome.reason)
  }
  return { values, errors }
}
