import { useEffect, useId, useRef, useState } from 'react'

/**
 * Opens and closes a popup below its button. Escape closes the popup and returns the focus to the button; a click or focus outside also
 * closes the popup.
 */
export const useDisclosure = () => {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    const onElsewhere = ({ target }: Event) => {
      if (target instanceof Node && place.current?.contains(target) === false) setOpen(false)
    }
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])
  return {
    isOpen,
    id,
    place,
    close: () => setOpen(false),
    buttonProps: {
      ref: button,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onClick: () => setOpen(!isOpen),
    },
  } as const
}
