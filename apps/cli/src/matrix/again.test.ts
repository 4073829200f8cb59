import { expect, it } from 'vitest'
import { commandLine, createAgain } from './again.ts'

it('writes words that a shell would split or read so that it keeps them', () => {
  expect(commandLine(['sh', '-c', "echo 'a b' > $HOME", '', '--seed=k3f9'])).toBe(
    String.raw`sh -c 'echo '\''a b'\'' > $HOME' '' --seed=k3f9`,
  )
})

it('repeats every option of the world, and the limit where it counts', () => {
  const options = { startAt: '2026-01-01', strict: true, map: ['api.stripe.com=:4009'], timeout: '3s' } as const
  const again = createAgain(options, 'k3f9', ['true'])
  const world = '--start-at 2026-01-01 --strict --map api.stripe.com=:4009'
  expect(again('serve', 'mx-down')).toBe(`netbox serve --seed k3f9 --scenario mx-down ${world} -- true`)
  expect(again('shrink', 'mx-down')).toBe(`netbox shrink --seed k3f9 --scenario mx-down ${world} --timeout 3s -- true`)
})
