import { tools } from '@netbox/core'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { closePalette, usePalette } from '../../lib/palette.ts'

/** Finds a tool by its name. */
export const Palette = () => {
  const { text } = usePalette()
  const [words, setWords] = useState(text)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const wanted = words.trim().toLowerCase()
  const found = tools.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted))
  return (
    <dialog ref={dialog} className="palette" aria-label="Find a tool" onClose={closePalette}>
      <input
        className="input"
        aria-label="Find a tool"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <ul>
        {found.map(({ id, path, name }) => (
          <li key={id}>
            <Link href={`/${path}`} onClick={closePalette}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </dialog>
  )
}
