// Runs `netbox matrix` on examples/python-mailer and writes the outcomes for the home page: `npm run build`, then `npm run matrix:example`. Needs
// Linux, and the Debian packages python3-pytest and python3-dnspython.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const target = at('apps/web/src/features/home/example-matrix.ts')

/** The arguments of the command. */
export const matrixOfExample = 'matrix --seed k3f9 --json -- /usr/bin/python3 -m pytest -q -p no:cacheprovider'

/** Leaves out what differs between two runs, such as times. */
export const outcomesOf = ({ seed, faults }) => ({
  seed,
  faults: faults.map(({ fault, group, outcome, met }) => ({
    fault,
    group,
    outcome,
    ...(met === undefined ? {} : { met }),
  })),
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = [at('apps/cli/bin/netbox.cjs'), ...matrixOfExample.split(' ')]
  const options = { cwd: at('examples/python-mailer'), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }
  let document
  try {
    document = execFileSync(process.execPath, program, options)
  } catch (error) {
    // Faults that break the example end the command with a code, after the document.
    document = error.stdout
  }
  const outcomes = JSON.stringify(outcomesOf(JSON.parse(document)), null, 2)
  writeFileSync(
    target,
    `/** The outcomes of examples/python-mailer under each fault. Made by \`npm run matrix:example\`. */\nexport const exampleMatrix = ${outcomes} as const\n`,
  )
  execFileSync('oxfmt', [target], { stdio: 'inherit' })
}
