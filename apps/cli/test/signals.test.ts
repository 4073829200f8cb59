import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { expect, it } from 'vitest'
import { holdRuns, netbox, start, useHome } from './support/netbox.ts'

// Waits for the first line of the log, which means that the run has started.
const hasStarted = async ({ stderr }: ChildProcess): Promise<void> => {
  if (stderr === null) throw new Error('stderr is not piped')
  await once(stderr, 'data')
}

it('ends a run with 130 on Ctrl-C, and does not count it', async () => {
  const home = holdRuns(useHome())
  const { child, finished } = start(home, ['mx-record', 'mail.example'])
  await hasStarted(child)
  child.kill('SIGINT')
  const { code, stdout, stderr } = await finished
  expect(code).toBe(130)
  expect(stdout).toBe('')
  expect(stderr).toMatch(/Run cancelled: The run was cancelled\. It does not count\.\n$/)
  expect((await netbox(home, ['history'])).stderr).toBe('No runs yet.\n')
})

it('ends a run with 143 on SIGTERM', async () => {
  const home = holdRuns(useHome())
  const { child, finished } = start(home, ['mx-record', 'mail.example'])
  await hasStarted(child)
  child.kill('SIGTERM')
  expect((await finished).code).toBe(143)
})

it('leaves no incomplete file after a cancellation', async () => {
  const home = holdRuns(useHome())
  const { child, finished } = start(home, ['mx-record', 'mail.example', '--output', 'report.txt'])
  await hasStarted(child)
  child.kill('SIGINT')
  expect((await finished).code).toBe(130)
  expect(readdirSync(home.folder).filter((name) => name.includes('report'))).toEqual([])
})

it('stops a list on Ctrl-C while it waits for input', async () => {
  const home = useHome()
  const { child, finished } = start(home, ['mx-record', '-', '--json'])
  child.stdin?.write('one.example\n')
  if (child.stdout === null) throw new Error('stdout is not piped')
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  const { code, stdout, stderr } = await finished
  expect(code).toBe(130)
  expect(stdout.split('\n')).toHaveLength(2)
  expect(stderr).toBe('Run cancelled.\n')
})

// The results exceed what a pipe holds, so the command can't finish them before the test reads on.
it.each([
  ['a list', 'SIGINT', 130],
  ['a list', 'SIGTERM', 143],
  ['several inputs', 'SIGINT', 130],
  ['several inputs', 'SIGTERM', 143],
] as const)('stops %s that computes without waiting on %s, with %d', async (kind, signal, expected) => {
  const home = useHome()
  const names = Array.from({ length: 1000 }, (_, index) => `n${index}.example`)
  const file = join(home.folder, 'names.txt')
  writeFileSync(file, names.join('\n'))
  const { child, finished } = start(home, [
    'mx-record',
    ...(kind === 'a list' ? ['--file', file] : names),
    '--json',
    '--quiet',
    '--no-delay',
  ])
  if (child.stdout === null) throw new Error('stdout is not piped')
  await once(child.stdout, 'data')
  child.stdout.pause()
  child.kill(signal)
  child.stdout.resume()
  const { code, stdout, stderr } = await finished
  expect(code).toBe(expected)
  expect(stdout.split('\n').length).toBeLessThan(names.length)
  expect(stderr).toBe('Run cancelled.\n')
})

it('answers each line of a list as it arrives', async () => {
  const home = useHome()
  const { child, finished } = start(home, ['mx-record', '-', '--json', '--quiet'])
  if (child.stdout === null) throw new Error('stdout is not piped')
  for (const name of ['one.example', 'two.example']) {
    child.stdin?.write(`${name}\n`)
    const [text] = (await once(child.stdout, 'data')) as [string]
    expect(JSON.parse(text)).toMatchObject({ input: name })
  }
  child.stdin?.end()
  expect((await finished).code).toBe(0)
})

it('waits for no step of a run with --no-delay', async () => {
  const args = ['mx-record', 'mail.example', '--json', '--no-delay']
  expect((await start(holdRuns(useHome()), args).finished).code).toBe(0)
})
