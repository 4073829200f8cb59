import { spawnSync } from 'node:child_process'
import { findTool, scenarios, tools } from '@netbox/core'
import { expect, it } from 'vitest'
import { startShell, useHome } from './support/netbox.ts'

/** Asks bash itself what it would offer after these words. */
const offers = async (...words: string[]): Promise<string[]> => {
  const quoted = words.map((word) => `'${word}'`).join(' ')
  const line = `source <(netbox completion bash); COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _netbox; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await startShell(useHome(), line).finished
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

it('offers every tool and command in bash', async () => {
  const words = await offers('netbox', '')
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
  expect(await offers('netbox', 'mx')).toEqual(['mx-record'])
})

it('offers options and their values in bash', async () => {
  expect(await offers('netbox', 'mx-record', '--sc')).toEqual(['--scenario'])
  expect(await offers('netbox', 'mx-record', '--scenario', '')).toEqual(scenarios.map(({ name }) => name))
  expect(await offers('netbox', 'list', '--')).toEqual(['--category', '--json', '--help'])
  expect(await offers('netbox', 'list', '--category', '')).toEqual(['network', 'dns', 'email', 'security'])
  expect(await offers('netbox', 'mx-record', '--fail-on', 'cr')).toEqual(['critical'])
  expect(await offers('netbox', 'info', 'ping')).toEqual(['ping-test'])
  expect(await offers('netbox', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await offers('netbox', 'replay', '@')).toEqual(['@-1'])
  expect(await offers('netbox', 'share', '@')).toEqual(['@-1'])
  expect(await offers('netbox', 'diff', '@')).toEqual(['@-1'])
  expect(await offers('netbox', 'diff', '@-2', '@')).toEqual(['@-1'])
  expect(await offers('netbox', 'diff', '--')).toEqual(['--json', '--all', '--plain', '--help'])
  expect(await offers('netbox', 'config', 's')).toEqual(['set'])
  expect(await offers('netbox', 'api', '')).toEqual(['GET', 'POST', 'PATCH', 'DELETE'])
  expect(await offers('netbox', 'login', '--')).toEqual(['--with-token', '--help'])
  expect(await offers('netbox', 'verify', '--re')).toEqual(['--resume'])
})

it('offers values after an equals sign, of the configuration and of help in bash', async () => {
  // bash splits --scenario=mx into three words.
  expect(await offers('netbox', 'mx-record', '--scenario', '=', 'mx')).toEqual(['mx-down'])
  expect(await offers('netbox', 'config', 'set', '')).toEqual(['apiUrl', 'color', 'updateHint'])
  expect(await offers('netbox', 'config', 'set', 'color', '')).toEqual(['auto', 'always', 'never'])
  expect(await offers('netbox', 'help', 'his')).toEqual(['history'])
})

it('takes no value of an option for the command in bash', async () => {
  expect(await offers('netbox', '--seed', 'list', 'mx')).toEqual(['mx-record'])
  expect(await offers('netbox', '--seed', '=', 'list', 'mx')).toEqual(['mx-record'])
  expect(await offers('netbox', '--output', 'info', 'config', 's')).toEqual(['set'])
})

it.each(['zsh', 'fish'])('names every tool, scenario and option in %s', async (shell) => {
  const { stdout } = await startShell(useHome(), `netbox completion ${shell}`).finished
  for (const { id } of tools) expect(stdout).toContain(id)
  for (const { name } of scenarios) expect(stdout).toContain(name)
  expect(stdout).toMatch(shell === 'zsh' ? /--fail-on=\[/ : /-l fail-on /)
  expect(stdout).toContain(findTool('mx')?.description)
})

// Where the shell is installed, it reads its script itself.
it.each(['bash', 'zsh', 'fish'].filter((shell) => spawnSync(shell, ['--version']).status === 0))(
  'is read by %s without a complaint',
  async (shell) => {
    const { code, stderr } = await startShell(useHome(), `netbox completion ${shell} > script && ${shell} -n script`)
      .finished
    expect(stderr).toBe('')
    expect(code).toBe(0)
  },
)

it('refuses a shell that it does not know', async () => {
  const { code, stderr } = await startShell(useHome(), 'netbox completion bsh').finished
  expect(stderr).toBe(
    "Command-argument value 'bsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish. Usage: netbox completion <shell>\n",
  )
  expect(code).toBe(2)
})
