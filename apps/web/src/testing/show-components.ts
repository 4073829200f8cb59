// The component page of development (`npm run dev -w apps/web`, then /components). It is not part of any build.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import '../styles/theme.css'
import { ComponentsPage, loadFixtures } from './components-page.tsx'

const root = document.querySelector('#root')
if (root !== null) {
  const fixtures = await loadFixtures()
  createRoot(root).render(createElement(ComponentsPage, fixtures))
}
