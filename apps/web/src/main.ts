import './styles/shell.css'
import { keepOffline } from './lib/keep-offline.ts'
import { loadCode } from './lib/load-code.ts'
import { whenVisible } from './lib/when-visible.ts'
import { failureTexts } from './texts/failures.ts'

// The page is there already, with links that lead somewhere: what brings it to life may come after it is seen.
// In development it comes empty: there is no paint to wait for.
if (import.meta.env.PROD) await whenVisible()
try {
  const { hydrate } = await loadCode(async () => import('./hydrate.tsx'))
  await hydrate()
  keepOffline()
} catch {
  const notice = Object.assign(document.createElement('p'), {
    className: 'start-failed',
    textContent: failureTexts.notInteractive,
  })
  const reload = Object.assign(document.createElement('a'), { href: location.href, textContent: failureTexts.reload })
  notice.setAttribute('role', 'alert')
  notice.append(' ', reload)
  document.body.prepend(notice)
}
