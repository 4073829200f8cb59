import { createStore } from './store.ts'

/** The state of the palette: whether it is open, and its initial text. */
export type PaletteState = { readonly isOpen: boolean; readonly text: string }

const palette = createStore<PaletteState>({ isOpen: false, text: '' })

/** Opens the palette; `text` is its initial text, which the user has typed or pasted elsewhere. */
export const openPalette = (text = ''): void => palette.set({ isOpen: true, text })

/** Closes the palette. */
export const closePalette = (): void => palette.set({ isOpen: false, text: '' })

/** Subscribes to the state of the palette. */
export const usePalette = (): PaletteState => palette.use()

/** Returns whether a pressed key is input for a field or a dialog. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, dialog') !== null)

/** Opens and closes the palette with Ctrl K, or Command K. */
export const listenForPalette = (): void => {
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
    event.preventDefault()
    if (palette.get().isOpen) closePalette()
    else openPalette()
  })
}
