import { scenarios, severities, type ToolDefinition } from '@netbox/core'
import { dmarcDialects } from '@netbox/core/mail-reports'
import { faultNames } from './matrix/faults.ts'

/** The categories of `--category` and the picker. */
export const categories = ['network', 'dns', 'email', 'security'] as const

export type Category = (typeof categories)[number]

/** Returns the category of a tool: its category on the dashboard or, if the dashboard doesn't list the tool, in the picker. */
export const categoryOf = ({ dashboard, picker }: ToolDefinition): Category =>
  dashboard ?? picker?.category ?? 'network'

/** An option of the command as data. commander's options, the manual and completion are derived from it. */
export interface OptionSpec {
  readonly short?: string
  /** The placeholder of the option's value in help; a flag has none. */
  readonly value?: string
  readonly description: string
  /** The accepted values; the command refuses any other. */
  readonly choices?: () => readonly string[]
  /** The values that completion offers. The option accepts others too. */
  readonly suggestions?: () => readonly string[]
  /** Whether the value is a comma-separated list. Such an option may be repeated. */
  readonly isList?: true
  /** Whether the option may be repeated, with one value each time. */
  readonly isRepeated?: true
  /** Whether the value is a file name, for completion. */
  readonly isFile?: true
}

/** The DNS port of `serve --loopback`. The other protocols have their standard ports plus 20,000. */
export const DEFAULT_DNS_PORT = 20_053

/** All options. An option has the same meaning in every command. */
export const optionTable = {
  json: { description: 'print JSON: one document; for several inputs one per line' },
  plain: { description: 'print plain text: no color, no animation' },
  quiet: { short: 'q', description: 'print only results and errors' },
  seed: { value: 'SEED', description: 'use the simulated internet of this seed' },
  scenario: {
    value: 'NAME',
    description: "simulate a named fault; 'netbox scenarios' lists them",
    suggestions: () => scenarios.map(({ name }) => name),
  },
  at: { value: 'TIME', description: 'set the simulated time (ISO 8601), at which the clock stands' },
  'start-at': { value: 'TIME', description: 'start the simulated clock at this time (ISO 8601), from which it runs' },
  world: { value: 'FILE', description: 'define your own facts: a world file, YAML or JSON', isFile: true },
  'no-known': { description: 'leave out the names of the real internet that programs expect' },
  strict: {
    description:
      'let only the names exist that your world file or the known internet lists; list all others at the end',
  },
  domains: {
    value: 'DOMAINS',
    description: 'limit the faults of --scenario to these domains: shop.example,mail.example',
    isList: true,
  },
  reproducible: { description: 'print the same bytes every time: fixed seed and time, no run counts' },
  'no-delay': { description: 'skip the artificial delay' },
  'fail-on': {
    value: 'SEVERITY',
    description: 'exit with 6 if a finding is at or above this severity',
    choices: () => severities.filter((severity) => severity !== 'pass'),
  },
  junit: {
    value: 'FILE',
    description: 'write a JUnit report: findings at or above --fail-on, and broken faults, are failures',
    isFile: true,
  },
  was: { value: 'FILE', description: 'compare with this older version: print new findings only', isFile: true },
  sarif: { value: 'FILE', description: 'write the findings as SARIF 2.1.0', isFile: true },
  file: {
    short: 'f',
    value: 'FILE',
    description: 'read inputs from a file, one per line; # starts a comment',
    isFile: true,
  },
  output: { short: 'o', value: 'FILE', description: "write the result to a file; '-' is stdout", isFile: true },
  concurrency: { value: 'N', description: 'run this many lines of a list at once, 1 to 64 (default 8)' },
  resume: {
    value: 'FILE',
    description: 'continue this NDJSON file: skip the addresses in it, append the others',
    isFile: true,
  },
  csv: { description: 'print CSV that is safe to open in a spreadsheet' },
  input: { value: 'FILE', description: "send this file as the body; '-' reads stdin", isFile: true },
  'with-token': { description: 'read an API token from stdin' },
  remote: { description: 'show the runs stored by the service, not the runs on this machine' },
  all: { description: 'leave nothing out: unchanged findings, or faults that the command does not meet' },
  faults: {
    value: 'NAMES',
    description: 'run these faults, or groups of faults: mail,dnssec-bogus (default: all)',
    isList: true,
    suggestions: faultNames,
  },
  only: {
    value: 'NAMES',
    description: 'run only these faults, also if the command does not meet them',
    isList: true,
    suggestions: faultNames,
  },
  pairs: { description: 'run pairs of the faults that the command meets, too' },
  repeat: { value: 'N', description: 'run each fault N times; different outcomes are unstable' },
  jobs: { short: 'j', value: 'N', description: 'run this many faults at once (default: the number of processors)' },
  timeout: { value: 'TIME', description: 'end each run after this time: 60s, 500ms, 2m' },
  expect: {
    value: 'FILE',
    description: 'compare the outcomes with this file, which netbox writes if there is none',
    isFile: true,
  },
  verbose: { description: 'show every fault that the command survives' },
  category: { value: 'NAME', description: 'show the tools of one category', choices: () => categories },
  limit: { value: 'N', description: 'show the last N runs (default 20)' },
  days: { value: 'N', description: 'write reports of this many days, 1 to 400 (default 30)' },
  dialect: {
    value: 'NAME',
    description: 'write DMARC reports in this form (default rfc9990)',
    choices: () => dmarcDialects,
  },
  format: { value: 'NAME', description: 'compress the files', choices: () => ['plain', 'gzip', 'zip'] },
  map: {
    value: 'NAME[:PORT]=[HOST:]PORT[,tls=pass|h2c]',
    description: 'lead a name to a server of your program: api.stripe.com=:4009; may be repeated',
    isRepeated: true,
  },
  'host-port': {
    value: 'PORT[:NAME]',
    description:
      'let the command reach a port of 127.0.0.1 of this machine, at host.netbox.internal or NAME; may be repeated',
    isRepeated: true,
  },
  'global-addresses': {
    description: 'show the command global addresses, such as 28.51.100.7, for guards that refuse reserved ones',
  },
  loopback: { description: 'serve on ports of 127.0.0.1, without a network namespace' },
  container: {
    value: 'FOLDER',
    description: "serve all programs of a container's network, and write their variables into this folder",
  },
  owner: {
    value: 'UID[:GID]',
    description: 'let this user read the variables that --container writes (default: root and the group of the folder)',
  },
  'dns-port': {
    value: 'N',
    description: `serve DNS on this port of 127.0.0.1 (default ${DEFAULT_DNS_PORT}), and the other protocols on free ports`,
  },
  latency: { description: 'delay answers as long as on the path to each host' },
  'apparmor-profile': { description: 'print an AppArmor profile for one copy of Node, with the steps to use it' },
  log: { value: 'FILE', description: 'append every request to a file, as JSON lines', isFile: true },
  save: { value: 'FILE', description: 'write the world to a file at the end, with its changes', isFile: true },
} as const satisfies Record<string, OptionSpec>

/** The name of an option, without dashes. */
export type OptionName = keyof typeof optionTable

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type ValueOf<Spec extends OptionSpec> = Spec extends { isList: true } | { isRepeated: true }
  ? readonly string[]
  : Spec extends { value: string }
    ? string
    : true

/** The given options, under the names that commander gives them. */
export type Options = {
  readonly [Name in Exclude<OptionName, 'no-delay' | 'no-known'> as CamelCase<Name>]?: ValueOf<
    (typeof optionTable)[Name]
  >
} & {
  /** Whether runs have their artificial delay; false with `--no-delay`. */
  readonly delay?: boolean
  /** Whether the world has the known internet; false with `--no-known`. */
  readonly known?: boolean
}

/** Returns the description of an option. */
export const specOf = (name: OptionName): OptionSpec => optionTable[name]

/** The options that tools share with the mail check. */
export const worldOptions: readonly OptionName[] = [
  'seed',
  'scenario',
  'at',
  'world',
  'no-known',
  'reproducible',
  'no-delay',
  'fail-on',
]

/** The options of a tool's run, in the order of its help. */
export const runOptions: readonly OptionName[] = [
  'json',
  'plain',
  'quiet',
  'output',
  'file',
  'concurrency',
  ...worldOptions,
  'junit',
  'sarif',
]
