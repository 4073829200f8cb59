import { posix } from 'node:path'

/**
 * @typedef {{ from: string, to: string, kind: 'value' | 'type' | 'dynamic' }} Edge
 *   One import between two files of the repository, both relative to its root.
 * @typedef {(edge: Edge) => string | undefined} FolderRule  Gives the reason why the edge is refused, if it is.
 */

const core = 'packages/core/src'
const cli = 'apps/cli/src'
const inside = (path, folder) => path.startsWith(`${folder}/`)
// All files of a tool begin with its id: mx-record.ts, mx-record.simulation.ts, mx-record.anything.ts.
const toolFile = /^packages\/core\/src\/tools\/[^/]+\/(?<id>[^/.]+)[^/]*\.ts$/

/** @type {FolderRule} */
const toolsKeepToThemselves = ({ from, to }) => {
  const source = toolFile.exec(from)?.groups
  const target = toolFile.exec(to)?.groups
  if (source && target && (source.id !== target.id || posix.dirname(from) !== posix.dirname(to)))
    return "A tool never imports another tool's file: move what they share to world/ or reports/."
  return undefined
}

/** @type {FolderRule} */
const simulationsLoadOnDemand = ({ from, to, kind }) => {
  if (kind === 'value' && inside(from, core) && to.endsWith('.simulation.ts'))
    return 'A simulation is loaded on demand, by `import()` in its definition: the catalogue stays small.'
  return undefined
}

// Each part of core imports only the parts before it: the order that docs/architecture.md states.
const coreParts = [
  'platform.ts',
  'world',
  'schema',
  'inputs',
  'plans',
  'errors',
  'reports',
  'tools',
  'catalogue',
  'scenarios',
  'runs',
  'comparison',
  'text',
  'index.ts',
  'dns',
  'testing',
]

/** @type {FolderRule} */
const corePartsInOrder = ({ from, to }) => {
  const partOf = (path) => coreParts.findIndex((part) => path === `${core}/${part}` || inside(path, `${core}/${part}`))
  if (partOf(from) === -1 || partOf(to) <= partOf(from)) return undefined
  return `${coreParts[partOf(from)]} of core may not import ${coreParts[partOf(to)]}: the order is ${coreParts.join(', ')}.`
}

/** @type {FolderRule} */
const uiLoadsOnDemand = ({ from, to, kind }) => {
  if (kind === 'value' && inside(from, cli) && !inside(from, `${cli}/ui`) && inside(to, `${cli}/ui`))
    return 'ui/ is reached by `import()` alone, so that a pipe never loads Ink.'
  return undefined
}

/** @type {FolderRule} */
const serviceLoadsOnDemand = ({ from, to, kind }) => {
  const isApart = (path) => ['service', 'update'].some((folder) => inside(path, `${cli}/${folder}`))
  if (kind === 'value' && inside(from, cli) && !isApart(from) && isApart(to))
    return 'service/ and update/ are reached by `import()` alone, so that a run never loads what talks to the service.'
  return undefined
}

const api = 'apps/api/src'

/** @type {FolderRule} */
const accountsHaveNoFace = ({ from, to }) => {
  const isCore = ['accounts', 'billing', 'mail', 'db', 'sealing'].some((folder) => inside(from, `${api}/${folder}`))
  if (isCore && ['http', 'features', 'presenters', 'compose'].some((folder) => inside(to, `${api}/${folder}`)))
    return 'accounts/, billing/, mail/, db/ and sealing/ know no HTTP and no feature: more than one face is mounted on them.'
  return undefined
}

const featureOf = (path) => /^apps\/api\/src\/features\/(?<feature>[^/]+)\//.exec(path)?.groups?.feature

/** @type {FolderRule} */
const featuresKeepToThemselves = ({ from, to }) => {
  const target = featureOf(to)
  if (target === undefined || !inside(from, api)) return undefined
  const source = featureOf(from)
  if (source !== undefined && source !== target)
    return 'A feature never imports another feature: move what they share to accounts/, presenters/, sealing/ or db/.'
  if (source === undefined && ['http', 'presenters'].some((folder) => inside(from, `${api}/${folder}`)))
    return 'http/ and presenters/ serve every feature and know none.'
  return undefined
}

const web = 'apps/web/src'
// Who may import whom: pages put features together, features draw with components, and all of them stand on lib.
const webRooms = ['lib', 'texts', 'components', 'features', 'routes']

/** @type {FolderRule} */
const webRoomsStandOnEachOther = ({ from, to }) => {
  const level = (path) => webRooms.findIndex((room) => inside(path, `${web}/${room}`))
  if (level(from) === -1 || !inside(to, web) || inside(to, `${web}/styles`)) return undefined
  if (level(to) === -1) return 'app.tsx and the entries are on top: no room of the web imports them.'
  if (level(to) > level(from))
    return `${webRooms[level(from)]}/ stands below ${webRooms[level(to)]}/: routes → features → components → texts, lib.`
  return undefined
}

/** @type {FolderRule} */
const webFeaturesKeepToThemselves = ({ from, to }) => {
  const feature = (path) => /^apps\/web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  if (feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to))
    return 'Features of the web never import each other: a page puts them together.'
  return undefined
}

/** @type {FolderRule} */
const sourcesStayInTheirWorkspace = ({ from, to }) => {
  const workspace = (path) => /^(?:packages|apps)\/[^/]+(?=\/)|^bench(?=\/)/.exec(path)?.[0]
  if (workspace(from) !== undefined && workspace(from) !== workspace(to))
    return 'A workspace reaches another one by its package name, never by path.'
  return undefined
}

/** Every rule about which file may import which. Tests are exempt: they may look anywhere inside their workspace. */
export const folderRules = [
  toolsKeepToThemselves,
  simulationsLoadOnDemand,
  corePartsInOrder,
  uiLoadsOnDemand,
  serviceLoadsOnDemand,
  accountsHaveNoFace,
  webRoomsStandOnEachOther,
  webFeaturesKeepToThemselves,
  featuresKeepToThemselves,
  sourcesStayInTheirWorkspace,
]
