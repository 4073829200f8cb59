// Removes texts and numbers of the specification's rules from the sources, one at a time, and shows the rules whose named test passes
// nevertheless (scripts/spec-coverage.yaml).
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readRules } from '../docs/spec-coverage.mjs'

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Returns whether a file is code of the product: no test, and no mock API. */
export const isProduct = (path) =>
  /\/(packages|apps)\/[^/]+\/src\//.test(path) && !/\.test\.|\/testing\/|\.d\.ts$/.test(path)

// A text begins or ends a literal. A number may have separators: 100_000.
const pattern = ({ text, number }) =>
  text === undefined
    ? new RegExp(`(?<![\\w.])${[...number].join('_?')}(?![\\w.])`, 'g')
    : new RegExp(`(?<=['"\`])${escape(text)}|${escape(text)}(?=['"\`])`, 'g')

/** Returns code in which a text is gone or a number is one higher. */
export const withoutTexts = (code, removal) =>
  code.replaceAll(pattern(removal), removal.text === undefined ? String(Number(removal.number) + 1) : 'Gone')

const { stdout } = spawnSync('git', ['ls-files', 'packages/*/src/*', 'apps/*/src/*'], { encoding: 'utf8' })
const sources = () =>
  stdout
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && isProduct(`/${path}`))
    .map((path) => readFileSync(path, 'utf8'))

/** Returns what can be removed for a rule: its quoted texts, and its numbers in the file beside its test. */
const removalsOf = (rule, codes) => {
  const texts = [...rule.rule.matchAll(/(?<!\w)'([^'{}]{5,}?)'(?!\w)/g)]
    .map(([, text]) => ({ text }))
    .filter((removal) => codes.some((code) => pattern(removal).test(code)))
  const file = rule.file.replace(/(\.full)?\.test(?=\.)/, '')
  if (file === rule.file || !existsSync(file)) return texts
  const code = readFileSync(file, 'utf8')
  const numbers = [...rule.rule.matchAll(/(?<![\w.,])\d[\d,]{1,}(?![\w.])/g)]
    .map(([digits]) => ({ number: digits.replaceAll(',', ''), file }))
    .filter((removal) => pattern(removal).test(code))
  return [...texts, ...numbers]
}

/** Returns a sample of a list: the items at equal distances, from a start that the seed selects. */
const sampleOf = (list, count, seed) => {
  const step = Math.max(1, Math.floor(list.length / count))
  return list.filter((_, index) => index % step === seed % step).slice(0, count)
}

const passes = ({ file, title }, removal) => {
  const name = escape(title).replaceAll(/%[sdj]|\\\$\w+/g, '.*')
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    file,
    '-t',
    name,
    '--config',
    'scripts/mutations/texts.config.mjs',
    // The cache of modules would keep the removal for later runs.
    '--fsModuleCache=false',
  ]
  const env = { ...process.env, NETBOX_REMOVAL: JSON.stringify(removal), NETBOX_MARIADB_PORT: 'off' }
  return spawnSync(process.execPath, args, { env, stdio: 'ignore' }).status === 0
}

/** Removes a sample of texts and numbers, and returns how many rules are not tested. */
export const removeTexts = (options) => {
  const { values } = parseArgs({ args: options, options: { sample: { type: 'string' }, seed: { type: 'string' } } })
  // The journeys need a build, so they are left out.
  const rules = readRules(readFileSync('scripts/spec-coverage.yaml', 'utf8')).filter(
    ({ file }) => !file.startsWith('e2e/'),
  )
  const codes = sources()
  const all = rules.flatMap((rule) => removalsOf(rule, codes).map((removal) => ({ rule, removal })))
  const sample = sampleOf(all, Number(values.sample ?? 20), Number(values.seed ?? 0))
  const missed = sample.filter(({ rule, removal }) => {
    // A test that fails without a removal proves nothing.
    const isMissed = passes(rule, removal) || !passes(rule, null)
    console.log(
      `${isMissed ? 'MISSED ' : 'noticed'} ${removal.text ?? removal.number}: ${rule.section.slice(0, 2)} ${rule.rule}`,
    )
    return isMissed
  })
  console.log(`${sample.length - missed.length} of ${sample.length} removals were noticed; ${all.length} are possible.`)
  return missed.length
}
