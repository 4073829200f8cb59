import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Shows a dialog as a modal while it is rendered. After closing, the focus returns to its previous place. */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closes the dialog before React removes it, because only a closed dialog returns the focus.
    return () => shown?.close()
  }, [])
  return dialog
}
