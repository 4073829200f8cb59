// Six exercises in finding faults for a class. The seed selects them:
//   node class.mjs sheet SEED                    prints the students' sheet
//   node class.mjs solutions SEED                prints the teacher's sheet
//   node class.mjs check SEED                    solves the exercises and reports each fault that doesn't show
//   node class.mjs start SEED NUMBER [COMMAND]   opens a shell, or runs the command, in the internet of an exercise
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createToolbox, openWorld, scenarios } from '@netbox/core'
import { queryDns } from '@netbox/core/dns'

const DOMAINS = [
  'shop.example',
  'harbour.example',
  'ledger.example',
  'atelier.example',
  'museum.example',
  'bakery.example',
]

// The information for students about each fault, and the commands that find it. `shows` is the output that reveals the fault.
const FAULTS = [
  {
    scenario: 'mx-down',
    complaint: (domain) => `Mail to ${domain} arrives, but always some seconds late.`,
    tool: ['mx-record', (domain) => domain],
    commands: ({ domain, exchange }) => [
      `dig +short ${domain} MX`,
      `timeout 3 openssl s_client -starttls smtp -connect ${exchange}:25 </dev/null || echo "no answer"`,
    ],
    shows: 'no answer',
  },
  {
    scenario: 'spf-permerror',
    complaint: (domain) => `Receivers ignore the SPF policy of ${domain}.`,
    tool: ['spf-check', (domain) => domain],
    commands: ({ domain }) => [
      `dig +short ${domain} TXT`,
      `for name in $(dig +short ${domain} TXT | grep -o '_spf[a-z.-]*'); do dig +short "$name" TXT; done`,
    ],
    shows: 'include:_spf1',
  },
  {
    scenario: 'cert-expired',
    complaint: (domain) => `Browsers warn of www.${domain}.`,
    tool: ['https-test', (domain) => `www.${domain}`],
    commands: ({ domain }) => [
      `openssl s_client -connect www.${domain}:443 </dev/null 2>/dev/null | openssl x509 -noout -dates`,
      `openssl s_client -brief -connect www.${domain}:443 </dev/null 2>&1`,
    ],
    shows: 'certificate has expired',
  },
  {
    scenario: 'dnssec-bogus',
    complaint: (domain) => `Some networks find nothing at ${domain}, others do.`,
    tool: ['dnssec-check', (domain) => domain],
    commands: ({ domain }) => [
      `whois -h whois.nic.example ${domain} | grep DNSSEC`,
      `dig +short +cd ${domain} MX`,
      `dig ${domain} MX`,
    ],
    shows: 'SERVFAIL',
  },
  {
    scenario: 'ptr-mismatch',
    complaint: (domain) => `Receivers refuse mail from the server of ${domain}: its name is not confirmed.`,
    tool: ['ptr-lookup', (_domain, address) => address],
    commands: ({ exchange, address }) => [
      `dig +short ${exchange} A`,
      `dig +short -x ${address}`,
      `whois -h whois.arin.net ${address} | grep -i -m 2 -e organi -e abuse`,
      `dig +short "$(dig +short -x ${address})" A | grep -qx ${address} || echo "not confirmed"`,
    ],
    shows: 'not confirmed',
  },
  {
    scenario: 'dangling-cname',
    complaint: (domain) => `Nobody reaches www.${domain} since the web host was changed.`,
    tool: ['cname-lookup', (domain) => `www.${domain}`],
    commands: ({ domain }) => [`dig +short www.${domain} CNAME`, `dig www.${domain} A`],
    shows: 'NXDOMAIN',
  },
]

/** Returns the exercises of a seed. The seed determines their order and the domain that has each fault. */
const exercisesOf = (seed) => {
  const rank = (text) => createHash('sha256').update(`${seed} ${text}`).digest('hex')
  const domains = DOMAINS.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  return FAULTS.toSorted((a, b) => (rank(a.scenario) < rank(b.scenario) ? -1 : 1)).map((fault, index) => {
    const domain = domains[index]
    const { world } = openWorld({ seed, scenario: `${fault.scenario}:${domain}` }, Date.now)
    const ask = (name, type) => queryDns(world, name, type, { validates: false }).records[0]
    const exchange = ask(domain, 'MX').exchange
    return { ...fault, number: index + 1, domain, exchange, address: ask(exchange, 'A').address }
  })
}

const printSheet = (seed) => {
  console.log(`# Find the fault (seed ${seed})\n\nUse dig, whois and openssl. The registry is whois.nic.example.`)
  for (const { number, domain, complaint } of exercisesOf(seed)) console.log(`\n${number}. ${complaint(domain)}`)
}

const printSolutions = async (seed) => {
  console.log(`# Solutions (seed ${seed})`)
  for (const exercise of exercisesOf(seed)) {
    const { number, scenario, domain, address, tool, commands, shows } = exercise
    const [id, inputOf] = tool
    const box = createToolbox({ seed, scenario: `${scenario}:${domain}`, plan: 'enterprise' })
    const { verdict, findings } = await box.run(id, inputOf(domain, address))
    const { title } = scenarios.find(({ name }) => name === scenario)
    const advice = findings.find((finding) => finding.severity === 'critical')?.advice
    console.log(`\n${number}. ${title} (${scenario} at ${domain})\n`)
    for (const command of commands(exercise)) console.log(`   $ ${command}`)
    console.log(`\n   The last command shows: ${shows}\n   ${id}: ${verdict.sentence} ${advice ?? ''}`)
  }
}

const NETBOX = fileURLToPath(new URL('../../../apps/cli/bin/netbox.cjs', import.meta.url))

/** Runs a command in a simulated internet, with the netbox of this clone. */
const serve = (world, command, options) => {
  const words = [NETBOX, 'serve', ...world, '--quiet', '--', ...command]
  const result = spawnSync(process.execPath, words, { encoding: 'utf8', ...options })
  if (result.error !== undefined) throw result.error
  return result
}

/** Starts a shell or a command in the internet of an exercise, in which only the exercise's domain has the fault. Returns the exit code. */
const start = (seed, number, command) => {
  const exercise = exercisesOf(seed)[number - 1]
  if (exercise === undefined) throw new Error(`There is no exercise ${number}: they are 1 to ${FAULTS.length}.`)
  const world = ['--seed', seed, '--scenario', exercise.scenario, '--for', exercise.domain]
  const inside = command.length > 0 ? command : [process.env.SHELL ?? 'sh']
  return serve(world, inside, { stdio: 'inherit' }).status ?? 1
}

const END = 'All commands ended.'

/** Runs the commands of an exercise in a simulated internet, and returns what they print. Fails if netbox can't run them. */
const solve = (world, commands) => {
  const { stdout, stderr } = serve(world, ['sh', '-c', [...commands, `echo '${END}'`].join('\n')])
  if (!stdout.includes(END)) throw new Error(`netbox serve failed. ${stderr}`)
  return { stdout, stderr }
}

/** Runs the commands of every exercise. Reports faults that their output doesn't show, or that it also shows in a healthy world. */
const check = (seed) => {
  const wrong = exercisesOf(seed).flatMap((exercise) => {
    const { number, scenario, domain, commands, shows } = exercise
    const ill = solve(['--seed', seed, '--scenario', scenario, '--for', domain], commands(exercise))
    const well = solve(['--seed', seed, '--scenario', 'healthy'], commands(exercise))
    if (!ill.stdout.includes(shows)) return [`Exercise ${number} of seed ${seed}: hides its fault\n${ill.stderr}`]
    return well.stdout.includes(shows) ? [`Exercise ${number} of seed ${seed}: shows its fault everywhere`] : []
  })
  console.log(
    wrong.length === 0 ? `All ${FAULTS.length} solutions of seed ${seed} find their fault.` : wrong.join('\n'),
  )
  return wrong.length === 0 ? 0 : 1
}

const [task, seed = 'k3f9', number = '1', ...command] = process.argv.slice(2)
if (task === 'sheet') printSheet(seed)
else if (task === 'solutions') await printSolutions(seed)
else if (task === 'check') process.exitCode = check(seed)
else if (task === 'start') process.exitCode = start(seed, Number(number), command)
else
  throw new Error(
    `Unexpected task '${task}'. Usage: node class.mjs sheet|solutions|check SEED, or start SEED NUMBER [COMMAND]`,
  )
