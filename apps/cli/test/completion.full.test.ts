import { scenarios } from '@netbox/core'
import { expect, it } from 'vitest'
import { offersInBash } from './support/netbox.ts'

it('offers options and their values in bash', async () => {
  expect(await offersInBash('netbox', 'mx-record', '--sc')).toEqual(['--scenario'])
  expect(await offersInBash('netbox', 'mx-record', '--scenario', '')).toEqual(scenarios.map(({ name }) => name))
  expect(await offersInBash('netbox', 'list', '--')).toEqual(['--category', '--json', '--help'])
  expect(await offersInBash('netbox', 'list', '--category', '')).toEqual(['network', 'dns', 'email', 'security'])
  expect(await offersInBash('netbox', 'mx-record', '--fail-on', 'cr')).toEqual(['critical'])
  expect(await offersInBash('netbox', 'info', 'ping')).toEqual(['ping-test'])
  expect(await offersInBash('netbox', 'completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(await offersInBash('netbox', 'replay', '@')).toEqual(['@-1'])
  expect(await offersInBash('netbox', 'share', '@')).toEqual(['@-1'])
  expect(await offersInBash('netbox', 'diff', '@')).toEqual(['@-1'])
  expect(await offersInBash('netbox', 'diff', '@-2', '@')).toEqual(['@-1'])
  expect(await offersInBash('netbox', 'diff', '--')).toEqual(['--json', '--all', '--plain', '--help'])
  expect(await offersInBash('netbox', 'config', 's')).toEqual(['set'])
  expect(await offersInBash('netbox', 'api', '')).toEqual(['GET', 'POST', 'PATCH', 'DELETE'])
  expect(await offersInBash('netbox', 'login', '--')).toEqual(['--with-token', '--help'])
  expect(await offersInBash('netbox', 'verify', '--re')).toEqual(['--resume'])
  // The test's home contains only the folder `bin`.
  expect(await offersInBash('netbox', 'mx-record', '--world', 'b')).toEqual(['bin'])
  expect(await offersInBash('netbox', 'serve', '--world', 'b')).toEqual(['bin'])
})

it('offers values after an equals sign, of the configuration and of help in bash', async () => {
  // bash splits --scenario=mx into three words.
  expect(await offersInBash('netbox', 'mx-record', '--scenario', '=', 'mx')).toEqual(['mx-down'])
  expect(await offersInBash('netbox', 'config', 'set', '')).toEqual(['apiUrl', 'color', 'plan'])
  expect(await offersInBash('netbox', 'config', 'set', 'color', '')).toEqual(['auto', 'always', 'never'])
  expect(await offersInBash('netbox', 'help', 'his')).toEqual(['history'])
})

it('does not mistake an option’s value for the command in bash', async () => {
  expect(await offersInBash('netbox', '--seed', 'list', 'mx')).toEqual(['mx-record'])
  expect(await offersInBash('netbox', '--seed', '=', 'list', 'mx')).toEqual(['mx-record'])
  expect(await offersInBash('netbox', '--output', 'info', 'config', 's')).toEqual(['set'])
})
