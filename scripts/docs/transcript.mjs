import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const START = '<!-- transcript: made by `npm run docs`, checked by `npm run check:docs` -->'
const END = '<!-- /transcript -->'

const ARGUMENTS = [
  'mx-record',
  'mail.example',
  '--scenario',
  'mx-down',
  '--seed',
  'k3f9',
  '--at',
  '2026-11-20T08:14:02Z',
  '--no-delay',
  '--quiet',
]

/** Runs the built command with an empty home folder and returns its output. */
const run = (root) => {
  const home = mkdtempSync(join(tmpdir(), 'netbox-docs-'))
  try {
    const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, LANG: 'en_US.UTF-8' }
    const bin = join(root, 'apps/cli/bin/netbox.cjs')
    const { stdout, stderr, status } = spawnSync(process.execPath, [bin, ...ARGUMENTS], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`The command of the transcript ended with ${status}: ${stderr}`)
    return stdout
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Returns the README with the transcript of a real run between its two marks. */
export const withTranscript = (readme, root) => {
  const start = readme.indexOf(START)
  const end = readme.indexOf(END)
  if (start < 0 || end < start) throw new Error('README.md lacks the two comments around its transcript.')
  // Leaves out the options that only make this example reproducible.
  const typed = ARGUMENTS.slice(0, 6).join(' ')
  const block = `${START}\n\n\`\`\`text\n$ netbox ${typed}\n${run(root).trimEnd()}\n\`\`\`\n\n`
  return readme.slice(0, start) + block + readme.slice(end)
}
