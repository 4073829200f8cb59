import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { deferred } from './deferred.ts'

const Part = () => createElement('p', null, 'here')

it('is available at the first render once it has been loaded', async () => {
  let loads = 0
  const part = deferred('src/part.tsx', async () => {
    loads += 1
    return Promise.resolve(Part)
  })
  const Place = () => {
    const Loaded = part.use()
    return Loaded === undefined ? 'waiting' : createElement(Loaded)
  }
  expect(renderToString(createElement(Place))).toBe('waiting')
  await Promise.all([part.load(), part.load()])
  expect(renderToString(createElement(Place))).toBe('<p>here</p>')
  expect(loads).toBe(1)
})

it('can be loaded again after a failure', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(Part)]
  const part = deferred('src/part.tsx', async () => answers.shift() ?? Promise.resolve(Part))
  await expect(part.load()).rejects.toThrow('offline')
  await expect(part.load()).resolves.toBeUndefined()
})
