import './styles/shell.css'
import './components/ui/button.module.css'
import './components/ui/chip.module.css'
import './components/layouts/top.module.css'
import './components/layouts/footer.module.css'
import './components/ui/panel.module.css'
import './components/trace/trace.module.css'
import './components/ui/text-button.module.css'
import './components/layouts/offline-hint.module.css'
import './components/ui/field.module.css'
import './components/ui/form-alert.module.css'
import { keepOffline } from './lib/keep-offline.ts'
import { loadCode } from './lib/load-code.ts'
import { showPageFailure } from './lib/page-failure.ts'
import { isEmptyAtFirst, whenVisible } from './lib/when-visible.ts'

// The prerendered page is complete, with working links, so its script may load after the first paint. The script loads at once if the page
// lacks its content: the report of its address, or in development everything.
const isComplete = !isEmptyAtFirst(location.pathname) && document.documentElement.dataset['opened'] === undefined
if (import.meta.env.PROD && isComplete) await whenVisible()
try {
  const { hydrate } = await loadCode(async () => import('./hydrate.tsx'))
  await hydrate()
  keepOffline()
} catch {
  showPageFailure(true)
}
