import { spawnSync } from 'node:child_process'
import { findTool, scenarios, tools } from '@netbox/core'
import { expect, it } from 'vitest'
import { offersInBash, startShell, useHome } from './support/netbox.ts'

it('offers every tool and command in bash', async () => {
  const words = await offersInBash('netbox', '')
  expect(words).toEqual(
    expect.arrayContaining([
      ...tools.map(({ id }) => id),
      'list',
      'info',
      'replay',
      'completion',
      'login',
      'verify',
      'config',
    ]),
  )
  expect(await offersInBash('netbox', 'mx')).toEqual(['mx-record'])
})

it.each(['zsh', 'fish'])('names every tool, scenario and option in %s', async (shell) => {
  const { stdout } = await startShell(useHome(), `netbox completion ${shell}`).finished
  for (const { id } of tools) expect(stdout).toContain(id)
  for (const { name } of scenarios) expect(stdout).toContain(name)
  expect(stdout).toMatch(shell === 'zsh' ? /--fail-on=\[/ : /-l fail-on /)
  expect(stdout).toContain(findTool('mx')?.description)
})

// Each installed shell checks the syntax of its script.
it.each(['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['--version']).status === 0))(
  'is accepted by %s without an error',
  async (shell) => {
    const { code, stderr } = await startShell(useHome(), `netbox completion ${shell} > script && ${shell} -n script`)
      .finished
    expect(stderr).toBe('')
    expect(code).toBe(0)
  },
)

it('refuses an unknown shell', async () => {
  const { code, stderr } = await startShell(useHome(), 'netbox completion bsh').finished
  expect(stderr).toBe(
    "Command-argument value 'bsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish. Usage: netbox completion <shell>\n",
  )
  expect(code).toBe(2)
})
