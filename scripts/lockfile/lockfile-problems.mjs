/** @typedef {{ lockfileVersion?: number, packages?: Record<string, any> }} Lockfile */

/**
 * Lists the reasons why `npm ci` would fail or behave differently on another platform or network (docs/decisions/0005).
 *
 * @param {Lockfile} lockfile  A parsed package-lock.json.
 * @returns {string[]}
 */
export const lockfileProblems = (lockfile) => {
  if (lockfile.lockfileVersion !== 3) return [`lockfileVersion is ${lockfile.lockfileVersion}, not 3`]
  const packages = lockfile.packages ?? {}
  return Object.entries(packages).flatMap(([path, entry]) =>
    missingDependencies(packages, path, entry).concat(missingIntegrity(path, entry), namedHosts(path, entry)),
  )
}

// npm leaves out an optional dependency if the registry has no file for it at that time. `npm ci` then refuses the lockfile.
const missingDependencies = (packages, path, entry) =>
  Object.entries({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap(([name, range]) => {
    const locked = resolve(packages, path, name)
    if (!locked) return [`${path || 'the root'} needs ${name}, which is not locked`]
    const exact = /^=?(\d+\.\d+\.\d+\S*)$/.exec(range)?.[1]
    if (exact && locked.version && locked.version !== exact)
      return [`${path || 'the root'} needs ${name} ${exact}, but ${locked.version} is locked`]
    return []
  })

// Resolves a package as Node does: in the node_modules of the importing package, then in every node_modules above it.
const resolve = (packages, path, name) => {
  for (let folder = path; ; folder = parentOf(folder)) {
    const found = packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (found) return found.link ? packages[found.resolved] : found
    if (folder === '') return undefined
  }
}

const parentOf = (folder) => {
  const nested = folder.lastIndexOf('/node_modules/')
  return nested === -1 ? '' : folder.slice(0, nested)
}

const missingIntegrity = (path, entry) => {
  const isOurs = entry.link || !path.includes('node_modules/')
  return isOurs || entry.inBundle || entry.integrity?.startsWith('sha512-') ? [] : [`${path} has no sha512 integrity`]
}

// With a host in the lockfile, npm bypasses a company's mirror. The host also reveals where the file was written.
const namedHosts = (path, entry) => {
  const urls = [entry.resolved, ...Object.values({ ...entry.dependencies, ...entry.optionalDependencies })]
  return urls.some((url) => /^(?:https?|git(?:\+\w+)?|ssh):/.test(url ?? ''))
    ? [`${path} names a host: set omit-lockfile-registry-resolved in .npmrc and write the lockfile again`]
    : []
}
