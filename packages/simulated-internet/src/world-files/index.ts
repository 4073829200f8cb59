// World documents from text, for the command, servers and tests
export {
  parseWorld,
  type ParseWorldOptions,
  WorldFileError,
  type WorldFilePlace,
  worldText,
  zoneNameOf,
  zoneTextOf,
} from './parse-world.ts'
export { readWorldFile } from './read-world-file.ts'
export { readZone, type ZoneRecord } from './read-zone.ts'
export { type CapturedFile, importWorld, type ImportedWorld } from '../captures/import-world.ts'
