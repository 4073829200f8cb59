import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { run } from './run.mjs'

/**
 * Packs a workspace as a release would, and checks its contents. Two calls with the same files make the same bytes.
 *
 * @param {{ root: string, folder: string, into: string, commit?: string | undefined }} options `commit` becomes `gitHead` of package.json,
 *   as in packages that npm publishes from a repository.
 * @returns {string} The tarball's path.
 */
export const pack = ({ root, folder, into, commit }) => {
  const workspace = join(root, folder)
  if (!existsSync(join(workspace, 'dist'))) throw new Error(`${folder} is not built: run npm run build first.`)
  const copy = mkdtempSync(join(tmpdir(), 'netbox-pack-'))
  try {
    cpSync(workspace, copy, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
    const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
    writeFileSync(join(copy, 'package.json'), `${JSON.stringify({ ...manifest, gitHead: commit }, null, 2)}\n`)
    const [{ path, files }] = packFolders([copy], into)
    checkFiles(
      files.map((file) => file.path),
      manifest,
    )
    checkLicense(root, workspace)
    return path
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const packFolders = (folders, into) => {
  // On Windows, npm is a script, which only a shell can start.
  const printed = run('npm', ['pack', ...folders, '--json', '--ignore-scripts', '--pack-destination', into], {
    cwd: into,
    shell: process.platform === 'win32',
  })
  // npm prints a list or, since version 12, an object whose keys are the packages' names.
  return Object.values(JSON.parse(printed)).map(({ filename, files }) => ({ path: join(into, filename), files }))
}

const needed = ['LICENSE', 'README.md', 'package.json']
const unwanted = /\.test(?:-d)?\.|\.map$|(?:^|\/)(?:test|node_modules)\/|tsconfig|turbo\.json/

const checkFiles = (paths, { files }) => {
  const missing = needed.filter((path) => !paths.includes(path))
  if (missing.length > 0) throw new Error(`the tarball lacks ${missing.join(', ')}`)
  // Libraries contain their sources, which the condition @netbox/source of their exports names.
  const hasSource = files.includes('src')
  const extra = paths.filter((path) => unwanted.test(path) || (path.startsWith('src/') && !hasSource))
  if (extra.length > 0) throw new Error(`the tarball should not contain ${extra.join(', ')}`)
}

const checkLicense = (root, workspace) => {
  const [ours, packed] = [root, workspace].map((folder) => readFileSync(join(folder, 'LICENSE'), 'utf8'))
  if (ours !== packed) throw new Error(`the LICENSE of ${workspace} differs from the repository's LICENSE`)
}

/**
 * Packs the packages' run-time dependencies from the installed copies, so that an installation without a network finds them. If
 * only the workspace in `folder` uses a version, the copy is in the node_modules of that workspace.
 *
 * @param {{ root: string, folder: string, into: string, needs: readonly string[] }} options
 */
export const packNeeds = ({ root, folder, into, needs }) => {
  if (needs.length === 0) return []
  const folders = needs.map((name) => {
    const own = join(root, folder, 'node_modules', name)
    return existsSync(own) ? own : join(root, 'node_modules', name)
  })
  return packFolders(folders, into).map(({ path }) => path)
}
