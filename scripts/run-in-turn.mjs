/**
 * Runs programs one after another, even if one fails. Lists the failed programs at the end, because their output may be far above. If a
 * signal ends a program, stops.
 *
 * @param {readonly { name: string, args: readonly string[] }[]} programs
 * @param {(args: readonly string[]) => { status: number | null, signal?: string | null, error?: Error }} run
 * @param {(sentence: string) => void} say
 * @returns {number} The exit code of the first program that failed, or 0.
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
