import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Shows a dialog as a modal one for as long as it is in the page. Closed, the focus is where it was before. */
export const useModal = (): RefObject<HTMLDialogElement | null> => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Before it leaves the page: only a closed dialog gives the focus back.
    return () => shown?.close()
  }, [])
  return dialog
}
