import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Returns the names of classes in the built site: a letter and a number, such as `b12`. The bundler inlines constants of three characters,
 * so no page loads a table of names.
 */
export const shortNames = (): ((name: string, file: string) => string) => {
  const classes = globSync('src/**/*.module.css', { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const names = readFileSync(`${root}${file}`, 'utf8').matchAll(/(?:\.|@keyframes )([a-z][\w-]*)/gi)
      return [...new Set([...names].map(([, name]) => `${file} ${name}`))]
    })
  const places = new Map(classes.map((key, at) => [key, at]))
  return (name, file) => {
    const at = places.get(`${relative(root, file)} ${name}`)
    if (at === undefined) throw new Error(`${file} has no class ${name}`)
    return `${String.fromCodePoint(97 + (at % 26))}${Math.floor(at / 26)}`
  }
}

const MODULE = /\.module\.css$/
const NAMES = /\.module\.css\.js$/
const SHEET = /\.scoped\.css$/

/**
 * Splits each CSS module of the build into constants and a plain style sheet. Vite itself puts both into one module: if the bundler inlines
 * all constants of such a module, it drops the styles too.
 */
export const splitCssModules = (): Plugin => {
  let config: ResolvedConfig
  const sheets = new Map<string, string>()
  return {
    name: 'split-css-modules',
    apply: 'build',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved
    },
    async resolveId(source, importer) {
      if (sheets.has(source)) return source
      if (!MODULE.test(source)) return undefined
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found === null ? undefined : `${found.id}.js`
    },
    async load(id) {
      if (SHEET.test(id)) return sheets.get(id)
      if (!NAMES.test(id)) return undefined
      const file = id.replace(/\.js$/, '')
      this.addWatchFile(file)
      const { code, modules = {} } = await preprocessCSS(readFileSync(file, 'utf8'), file, config)
      const sheet = file.replace(MODULE, '.scoped.css')
      sheets.set(sheet, code)
      const names = Object.entries(modules)
      const constants = names.map(([, value], at) => `const c${at} = ${JSON.stringify(value)}`)
      const exported = names.map(([name], at) => `c${at} as ${name}`).join(', ')
      return [`import ${JSON.stringify(sheet)}`, ...constants, `export { ${exported} }`].join('\n')
    },
  }
}
