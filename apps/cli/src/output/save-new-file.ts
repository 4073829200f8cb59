import { existsSync } from 'node:fs'
import { toFile } from './result-file.ts'

/** Returns a free file name. If `name` is taken, adds a number before its extension: `run-2.txt`. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name
  const dot = name.lastIndexOf('.')
  for (let number = 2; ; number++) {
    const next = `${name.slice(0, dot)}-${number}${name.slice(dot)}`
    if (!isTaken(next)) return next
  }
}

/** Saves text in the current folder and returns the name of the file. Never overwrites a file. */
export const saveNewFile = (name: string, text: string): string => {
  const free = freeName(name, existsSync)
  const file = toFile(free)
  try {
    file.write(text)
    file.commit()
  } catch (error) {
    file.discard()
    throw error
  }
  return free
}
