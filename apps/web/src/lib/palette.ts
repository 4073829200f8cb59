import { createStore } from './store.ts'

/** Whether the palette is open, and with which words in it. */
export type PaletteState = { readonly isOpen: boolean; readonly text: string }

const palette = createStore<PaletteState>({ isOpen: false, text: '' })

/** Opens the palette; `text` is what someone has typed or pasted already. */
export const openPalette = (text = ''): void => palette.set({ isOpen: true, text })

/** Closes the palette. */
export const closePalette = (): void => palette.set({ isOpen: false, text: '' })

/** Follows the palette. */
export const usePalette = (): PaletteState => palette.use()

/** Opens and closes the palette with Ctrl K, or Command K. */
export const listenForPalette = (): void => {
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (palette.get().isOpen) closePalette()
    else openPalette()
  })
}
