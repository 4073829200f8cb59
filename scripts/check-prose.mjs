// Checks that docs, help, texts and comments are plain English: no construction that makes a reader stumble, and sentences of
// 20 words or fewer on average, in each page and in the comments and texts of each package.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findStumbles, measure } from './prose/plain-english.mjs'
import { markdownPassages, sourcePassages } from './prose/read-passages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const wordsASentence = 20
/** Pages that quote the specification or contain evidence, and pages that `npm run docs` generates from comments and texts. */
const passedOver =
  /^docs\/(?:spec-coverage\.md|evidence\/|library\/)|(?:^|\/)CHANGELOG\.md$|\/transcripts\/|^docs\/decisions\/0047-|^docs\/tools\/|^\.changeset\//

const files = execFileSync('git', ['ls-files', '-z', '--', '*.md', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && !passedOver.test(path))

const passagesOf = (path) => {
  const source = readFileSync(`${root}${path}`, 'utf8')
  if (path.endsWith('.md')) return markdownPassages(source)
  return sourcePassages(path, source, path.includes('/src/') && !/\.test(?:-d)?\./.test(path))
}

const areaOf = (path) => {
  if (path.endsWith('.md')) return /^docs\/(?:decisions|tools|api)\//.exec(path)?.[0] ?? path
  const [first, second] = path.split('/')
  return first === 'packages' || first === 'apps' ? `${first}/${second}/` : `${first.replace(/\..*/, '')}/`
}

const areas = new Map()
for (const path of files) {
  const passages = passagesOf(path)
  const { sentences, words } = measure(passages)
  const area = areas.get(areaOf(path)) ?? { findings: [], sentences: 0, words: 0 }
  area.findings.push(...findStumbles(passages).map(({ line, reason }) => `${path}:${line} ${reason}`))
  areas.set(areaOf(path), { ...area, sentences: area.sentences + sentences, words: area.words + words })
}

const problems = []
for (const [area, { findings, sentences, words }] of areas) {
  problems.push(...findings)
  if (words > wordsASentence * sentences) {
    problems.push(`${area}: ${(words / sentences).toFixed(1)} words a sentence on average, more than ${wordsASentence}`)
  }
}

if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\nPlain English: ${problems.length} places to change. docs/decisions/0047-a-check-of-our-english.md says how.`,
  )
  process.exitCode = 1
} else console.log(`Plain English: ${files.length} files.`)
