import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { WorldDocument } from '@netbox/core'
import { afterAll, describe, expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * What clients do about each fault that a rule has, as the recipe declares it: how many requests each client sends, and whether it has the
 * reply in the end. Only `npm run judges` downloads clients, and installs none.
 */

const recipe = readFileSync(join(import.meta.dirname, '../../../docs/recipes/http-retries.md'), 'utf8')
const [head = [], , ...rows] = [...recipe.matchAll(/^\|.*\|$/gm)].map(([row]) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', '')),
)
const clients = head.slice(1)
const folder = mkdtempSync(join(tmpdir(), 'retries-'))
afterAll(() => rmSync(folder, { recursive: true }))

const retryLater = { 'Retry-After': '1' }
const rulesOf: Readonly<Record<string, NonNullable<Http['rules']>[number]>> = {
  '503': { match: { nth: 1 }, do: { reply: { status: 503, headers: retryLater } } },
  '429': { match: { nth: '1..2', rate: '1/h' }, do: { reply: { status: 429, headers: retryLater } } },
  ...Object.fromEntries(
    (['cut', 'wrong-length', 'reset', 'close', 'hang'] as const).map((fault) => [
      fault,
      { match: { nth: 1 }, do: fault },
    ]),
  ),
  delay: { match: { nth: 1 }, do: { delay: '200ms' } },
  drip: { match: { nth: 1 }, do: { drip: '200ms' } },
}
type Http = NonNullable<NonNullable<WorldDocument['hosts']>[string]['http']>
const hostOf = (client: string): string => `${client}.shop.example`
const world: WorldDocument = {
  hosts: Object.fromEntries(
    clients.map((client) => [
      hostOf(client),
      {
        http: {
          routes: [{ path: '*', reply: { json: { a: 'body', of: 'some', octets: true } } }],
          rules: Object.entries(rulesOf).map(([path, rule]) => ({
            ...rule,
            match: { ...rule.match, path: `/${path}` },
          })),
        },
      },
    ]),
  ),
}

// Before two faults, a request that works gives clients a connection to use again. Two requests exceed the rate.
const PATHS = '503 429 429 cut wrong-length fine reset fine close hang delay drip'.split(' ')

const run = promisify(execFile)

/** A program that asks `BASE` as `HOST` for each path, and writes one line for each: the path, and `ok` if it has the reply. */
const PROGRAMS: Readonly<Record<string, () => Promise<readonly [command: string, ...args: string[]]>>> = {
  curl: async () => [
    'sh',
    '-c',
    `for path in ${PATHS.join(' ')}; do
      curl -sf --retry 3 --max-time 2 -o /dev/null -H "Host: $HOST" "$BASE/$path" && echo "$path ok" || echo "$path failed"
    done`,
  ],
  go: async () => {
    writeFileSync(
      join(folder, 'main.go'),
      `package main
import ("fmt"; "io"; "net/http"; "os"; "strings"; "time")
func main() {
  client := http.Client{Timeout: 2 * time.Second}
  for _, path := range strings.Fields("${PATHS.join(' ')}") {
    request, _ := http.NewRequest("GET", os.Getenv("BASE") + "/" + path, nil)
    request.Host = os.Getenv("HOST")
    response, err := client.Do(request)
    if err == nil { _, err = io.ReadAll(response.Body); response.Body.Close() }
    if err == nil && response.StatusCode == 200 { fmt.Println(path, "ok") } else { fmt.Println(path, "failed") }
  }
}
`,
    )
    const program = join(folder, 'retries')
    await run('go', ['build', '-o', program, 'main.go'], { cwd: folder })
    return [program]
  },
  requests: async () => {
    const root = join(folder, 'python')
    const packages = ['requests', 'urllib3', 'idna', 'certifi', 'chardet', 'charset-normalizer', 'six']
    const own = join(folder, 'packages')
    mkdirSync(own)
    execFileSync('apt-get', ['download', ...packages.map((name) => `python3-${name}`)], { cwd: own, stdio: 'ignore' })
    for (const file of readdirSync(own)) execFileSync('dpkg', ['-x', join(own, file), root])
    return [
      '/usr/bin/python3',
      '-c',
      `import os, sys
sys.path.insert(0, '${root}/usr/lib/python3/dist-packages')
import requests
from requests.adapters import HTTPAdapter, Retry
session = requests.Session()
session.mount('http://', HTTPAdapter(max_retries=Retry(total=3, backoff_factor=0.1, status_forcelist=[429, 503])))
for path in '${PATHS.join(' ')}'.split():
    try:
        session.get(os.environ['BASE'] + '/' + path, headers={'Host': os.environ['HOST']}, timeout=2).raise_for_status()
        print(path, 'ok')
    except requests.RequestException:
        print(path, 'failed')`,
    ]
  },
  undici: async () =>
    nodeProgram(
      'undici',
      `import { Agent, RetryAgent, request } from 'undici'
const dispatcher = new RetryAgent(new Agent({ headersTimeout: 2000 }))
const get = async (url, headers) => {
  const { statusCode, body } = await request(url, { dispatcher, headers })
  JSON.parse(await body.text())
  return statusCode
}`,
    ),
  got: async () =>
    nodeProgram(
      'got',
      `import got from 'got'
const get = async (url, headers) => {
  const { statusCode, body } = await got(url, { headers, timeout: { response: 2000 } })
  JSON.parse(body)
  return statusCode
}`,
    ),
}

const nodeProgram = async (name: string, text: string): Promise<readonly [string, string]> => {
  const home = join(folder, `with-${name}`)
  mkdirSync(home)
  await run('npm', ['install', '--prefix', home, name], { cwd: home })
  const program = join(home, 'client.mjs')
  const loop = `for (const path of ${JSON.stringify(PATHS)}) {
  const outcome = await get(process.env.BASE + '/' + path, { host: process.env.HOST }).then((status) => status === 200 ? 'ok' : 'failed', () => 'failed')
  console.log(path, outcome)
}
process.exit()`
  writeFileSync(program, `${text}\n${loop}`)
  return [process.execPath, program]
}

const isJudged = process.env['NETBOX_JUDGES'] === 'all'

describe('clients that meet the faults of rules', () => {
  const known = clients.filter((client) => isJudged || client === 'curl' || client === 'go')
  it.runIf(hasPrograms(['curl', 'go'], 'web'))('do what the recipe declares', { timeout: 120_000 }, async () => {
    expect(rows.map(([rule]) => rule)).toEqual(Object.keys(rulesOf))
    const commands = await Promise.all(known.map(async (client) => (await PROGRAMS[client]?.()) ?? ['false']))
    await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world })
    const port = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0
    const measured = await Promise.all(
      commands.map(async ([command = '', ...args], index) => {
        const host = hostOf(known[index] ?? '')
        const env = { ...process.env, BASE: `http://127.0.0.1:${port}`, HOST: host }
        const lines = (await run(command, args, { env })).stdout.trim().split('\n')
        const outcomes = new Map(lines.map((line): [string, string] => [line.split(' ')[0] ?? '', line]))
        return Object.keys(rulesOf).map((rule) => {
          const sent = internet.requests.filter(({ question }) => question === `GET http://${host}/${rule}`).length
          return `${sent} ${outcomes.get(rule)?.endsWith('ok') === true ? '✓' : '✗'}`
        })
      }),
    )
    expect(measured.map((column, index) => [known[index], ...column])).toEqual(
      known.map((client) => [client, ...rows.map((row) => row[clients.indexOf(client) + 1])]),
    )
  })
})
