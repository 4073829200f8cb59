import { expect, it, vi } from 'vitest'
import { failPage, MissingCode } from './load-code.ts'

/** Opens a page by a link or a reload. `answers` says whether the site responds. Returns the mock of `location.reload`. */
const openPage = ({ answers = true, type = 'navigate' } = {}) => {
  document.body.innerHTML = '<p class="page-failure" hidden></p>'
  const reload = vi.fn<() => void>()
  const navigation = { type, entryType: 'navigation', name: '', startTime: 0, duration: 0, toJSON: () => ({}) }
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
  vi.stubGlobal('location', { href: 'https://netbox.example/?input=a', reload })
  vi.stubGlobal('fetch', async () => (answers ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError())))
  return reload
}

const isShown = (): boolean => document.querySelector<HTMLElement>('.page-failure')?.hidden === false

it('reloads a page whose code is missing, with its whole address', async () => {
  const reload = openPage()
  await failPage(new MissingCode())
  expect(reload).toHaveBeenCalledTimes(1)
})

it.each([
  ['was just reloaded, which would be a loop', { type: 'reload' }, new MissingCode()],
  [
    'gets no answer from the site, because the browser would show its own error page',
    { answers: false },
    new MissingCode(),
  ],
  ['has its code, but failed', {}, new Error('a bug')],
])('only says that the page failed if it %s', async (_, page, error) => {
  const reload = openPage(page)
  await failPage(error)
  expect(reload).not.toHaveBeenCalled()
  expect(isShown()).toBe(true)
})

it('does not pull back a visitor who has opened another page', async () => {
  const reload = openPage()
  const failing = failPage(new MissingCode())
  location.href = 'https://netbox.example/help'
  await failing
  expect(reload).not.toHaveBeenCalled()
})
