// World documents from text, for the command, servers and tests
export { parseWorld, type ParseWorldOptions } from './parse-world.ts'
export { WorldFileError, type WorldFilePlace } from './world-file-error.ts'
export { readWorldFile } from './read-world-file.ts'
