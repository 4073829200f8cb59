import { act } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { TextField } from './field.tsx'

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

const Named = () => {
  const [name, setName] = useState('shop.example')
  return (
    <>
      <TextField label="Name" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)} />
      <output>{name}</output>
    </>
  )
}

/** Hydrates the form after a visitor typed a text, or a script wrote it. */
const hydrateAfter = async (text: string, isTyped: boolean): Promise<readonly (string | undefined)[]> => {
  const container = document.createElement('div')
  document.body.replaceChildren(container)
  container.innerHTML = renderToString(<Named />)
  const field = container.querySelector('input')
  if (field === null) throw new Error('There is no field.')
  field.value = text
  // As boot.ts does at an event of the user.
  if (isTyped) field.dataset['edited'] = ''
  await act(async () => {
    root = hydrateRoot(container, <Named />)
  })
  return [field.value, container.querySelector('output')?.textContent]
}

it('text that was typed before hydration counts as soon as the field works', async () => {
  expect(await hydrateAfter('mail.example', true)).toEqual(['mail.example', 'mail.example'])
})

it('an untouched field keeps its own text', async () => {
  expect(await hydrateAfter('shop.example', false)).toEqual(['shop.example', 'shop.example'])
})
