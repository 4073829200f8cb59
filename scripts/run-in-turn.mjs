/**
 * Runs programs one after the other, also when one of them fails, and says at the end which did: its own words may be far above. One
 * that a signal ended is the last.
 *
 * @param {readonly { name: string, args: readonly string[] }[]} programs
 * @param {(args: readonly string[]) => { status: number | null, signal?: string | null, error?: Error }} run
 * @param {(sentence: string) => void} say
 * @returns {number} The exit code: that of the first that failed, or 0.
 */
export const runInTurn = (programs, run, say = console.error) => {
  const failed = []
  for (const { name, args } of programs) {
    const { status, signal, error } = run(args)
    if (error !== undefined) throw error
    if (status !== 0) failed.push({ name, status: status ?? 1 })
    if (signal) break
  }
  if (failed.length > 0) say(`Failed: ${failed.map(({ name }) => name).join(', ')}.`)
  return failed[0]?.status ?? 0
}
