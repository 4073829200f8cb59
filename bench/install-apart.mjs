import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Below the project's node_modules, so that a package there finds its peer dependencies in the project.
const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))

const hasAll = (folder, packages) =>
  Object.entries(packages).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })

/**
 * Installs packages that only one job needs into a folder for that job, once. In the lockfile, they would slow down every installation.
 * Returns the folder with their `node_modules`. Throws if npm fails.
 *
 * @param {string} name  The job: the folder is `node_modules/.cache/<name>`.
 * @param {Readonly<Record<string, string>>} packages  Exact versions.
 */
export const installApart = (name, packages) => {
  const folder = join(cache, name)
  if (hasAll(folder, packages)) return folder
  console.error(`Installing ${Object.keys(packages).join(', ')} into node_modules/.cache/${name}, once.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  const flags = '--legacy-peer-deps --ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error'
  // npm is a script on Windows, which only a shell can start.
  const npm = spawnSync(`npm install ${flags} --prefix .`, { cwd: folder, stdio: 'inherit', shell: true })
  if (npm.status !== 0) throw new Error(`npm could not install ${Object.keys(packages).join(', ')}.`)
  return folder
}

/** Installs a package for one job and imports a file of it. */
export const importApart = async (name, [packageName, version], file) => {
  const folder = installApart(name, { [packageName]: version })
  return import(pathToFileURL(join(folder, 'node_modules', packageName, file)).href)
}
