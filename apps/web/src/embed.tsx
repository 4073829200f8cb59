import { createRoot } from 'react-dom/client'
import { EmbedCard } from './features/embed/embed-card.tsx'
import { showPageFailure } from './lib/page/load-code.ts'

/** Shows the embedded card. It loads little on other people's pages: no router, no session, no copy for offline use. */
export const showCard = (): void => {
  const root = document.querySelector('#root')
  if (root !== null) createRoot(root, { onUncaughtError: () => showPageFailure(true) }).render(<EmbedCard />)
}
