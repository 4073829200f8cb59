import { type DragEvent, useState } from 'react'

/** Makes a part of the page a drop target for files. The browser handles other drags, such as text. */
export const useFileDrop = (take: (file: File) => void) => {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
  const onDragOver = (event: DragEvent): void => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const onDrop = (event: DragEvent): void => {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file !== undefined) take(file)
  }
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } }
}
