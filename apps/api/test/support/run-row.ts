/** A row of `runs` without its own id, user and time. */
export const runRow = {
  tool: 'mx-record',
  input: 'a',
  seed: 's',
  scenario: 'none',
  world: null,
  at: 'now',
  severity: 'pass',
  sentence: 'b',
}
