import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/**
 * Opens and closes a popup below its button. Escape closes the popup and returns the focus to the button; a click or focus outside also
 * closes the popup.
 */
const useDisclosure = () => {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
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
  return { isOpen, setOpen, place, button }
}

interface MenuProps {
  /** Renders the button with its properties. */
  readonly renderButton: (props: ComponentProps<'button'>) => ReactNode
  /** Utilities for the size of the popup. */
  readonly className?: string
  /** Called when the popup opens. */
  readonly onOpen?: () => void
  /** The content of the popup; an entry calls `close` when it leads to another page. */
  readonly children: (close: () => void) => ReactNode
}

/** The classes of a link or a button that fills its line in a menu. */
export const MENU_ENTRY =
  'flex min-h-control w-full items-center border-0 bg-transparent px-4 text-left font-medium text-ink no-underline hover:bg-tint'

const ENTRIES = '[&_li+li]:border-t [&_li+li]:border-rule [&_li>:focus-visible]:-outline-offset-2'

/** A button with a popup below it; on a phone, the popup is below the whole header. */
export const Menu = ({ renderButton, className = '', onOpen, children }: MenuProps) => {
  const id = useId()
  const { isOpen, setOpen, place, button } = useDisclosure()
  const onClick = (): void => {
    setOpen(!isOpen)
    if (!isOpen) onOpen?.()
  }
  return (
    <div className="relative min-w-0 max-md:static" ref={place}>
      {renderButton({ ref: button, 'aria-expanded': isOpen, 'aria-controls': isOpen ? id : undefined, onClick })}
      {isOpen ? (
        <div
          className={`absolute top-full right-0 z-5 mt-1.5 max-w-[min(420px,100vw-32px)] min-w-[240px] border border-t-2 border-transparent border-t-ink bg-sheet text-ui shadow-float max-md:right-4 ${ENTRIES} ${className}`}
          id={id}
        >
          {children(() => setOpen(false))}
        </div>
      ) : null}
    </div>
  )
}
