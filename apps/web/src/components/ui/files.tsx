import { type ComponentProps, type DragEvent, useState } from 'react'

interface FileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'hidden' | 'onChange'> {
  readonly onFiles: (files: readonly File[]) => void
}

/** The invisible input of files, which a button clicks. */
export const FileInput = ({ onFiles, ...input }: FileInputProps) => (
  <input
    {...input}
    type="file"
    hidden
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // The empty value lets the user choose the same file again, for example after editing it.
      currentTarget.value = ''
    }}
  />
)

/** Makes a part of the page a drop target for files. The browser handles other drags, such as text. */
export const useFileDrop = (take: (files: readonly File[]) => void) => {
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
    take([...event.dataTransfer.files])
  }
  return { isOver, handlers: { onDragOver, onDragLeave, onDrop } }
}
