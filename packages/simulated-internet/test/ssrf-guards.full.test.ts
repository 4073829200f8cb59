import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { WorldDocument } from '@netbox/core'
import { afterAll, describe, expect, it } from 'vitest'
import { obstacle, run } from './support/namespaces.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * What SSRF guards of five languages do under each scenario that leads them inwards, as the recipe declares it. Only `npm run judges` downloads
 * guards, and installs none.
 */

const recipe = join(import.meta.dirname, '../../../docs/recipes/ssrf-guard')
const [[, ...all] = [], ...rows] = readFileSync(join(recipe, 'verdicts.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/))
const folder = mkdtempSync(join(tmpdir(), 'guards-'))
afterAll(() => rmSync(folder, { recursive: true }))

const isJudged = process.env['NETBOX_JUDGES'] === 'all'
const scenarios = all.filter((name) => isJudged || /^(?:healthy|ssrf-second|rebinding|redirect-inwards)$/.test(name))
const exec = promisify(execFile)

/** A program that fetches the URL of its last argument and prints the body, or fails with a message. */
type Guard = () => readonly string[]

const save = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const ofRecipe = (name: string): Guard => {
  const text = `import { fetchText } from ${JSON.stringify(join(recipe, `${name}.mjs`))}
console.log(await fetchText(process.argv[2]))`
  return () => [process.execPath, save(`${name}.mjs`, text)]
}

/** A guard that is an agent of `node:http`. */
const ofAgent = (name: string, agent: string): Guard => {
  const text = `const http = require('node:http')
const guard = require(${JSON.stringify(name)})
const fail = ({ message }) => { console.error(message); process.exit(1) }
process.on('uncaughtException', fail)
const get = (url) => http.get(url, { agent: ${agent} }, (response) =>
  response.headers.location ? get(response.headers.location) : response.pipe(process.stdout)).on('error', fail)
get(process.argv[2])`
  return () => [process.execPath, save(`${name}.cjs`, text)]
}

const root = join(folder, 'root')
/** A program of Debian's packages, which are unpacked and not installed. */
const unpacked = (variables: readonly string[], ...command: readonly string[]): readonly string[] => [
  'env',
  `LD_LIBRARY_PATH=${root}/usr/lib/x86_64-linux-gnu`,
  ...variables,
  ...command,
]

const guards: Readonly<Record<string, Guard>> = {
  'check-first': ofRecipe('check-first'),
  'check-connection': ofRecipe('check-connection'),
  'request-filtering-agent': ofAgent('request-filtering-agent', 'guard.useAgent(url)'),
  'ssrf-req-filter': ofAgent('ssrf-req-filter', 'guard(url)'),
  'python-ipaddress': () => {
    const text = `import ipaddress, socket, sys, urllib.parse, urllib.request
def check(url):
    for *_, address in socket.getaddrinfo(urllib.parse.urlsplit(url).hostname, 80, proto=socket.IPPROTO_TCP):
        if not ipaddress.ip_address(address[0]).is_global: sys.exit('refused')
class Redirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, request, response, code, message, headers, url):
        check(url)
        return super().redirect_request(request, response, code, message, headers, url)
check(sys.argv[1])
print(urllib.request.build_opener(Redirects).open(sys.argv[1], timeout=5).read().decode())`
    return ['/usr/bin/python3', save('guard.py', text)]
  },
  'go-control': () => {
    save(
      'main.go',
      `package main
import ("errors"; "io"; "log"; "net"; "net/http"; "net/netip"; "os"; "syscall")
func main() {
  check := func(_, address string, _ syscall.RawConn) error {
    to, err := netip.ParseAddrPort(address)
    if ip := to.Addr().Unmap(); err == nil && (!ip.IsGlobalUnicast() || ip.IsPrivate()) { return errors.New("refused") }
    return err
  }
  client := http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{Control: check}).DialContext}}
  response, err := client.Get(os.Args[1])
  if err != nil { log.Fatal(err) }
  io.Copy(os.Stdout, response.Body)
}
`,
    )
    execFileSync('go', ['build', '-o', 'guard', 'main.go'], { cwd: folder })
    return [join(folder, 'guard')]
  },
  'ruby-ssrf_filter': () => {
    const paths = [
      'lib/ruby/3.1.0',
      'lib/x86_64-linux-gnu/ruby/3.1.0',
      'share/rubygems-integration/all/gems/ssrf_filter-1.0.7/lib',
    ]
    const text = 'require "ssrf_filter"; puts SsrfFilter.get(ARGV[0]).body'
    const library = `RUBYLIB=${paths.map((path) => `${root}/usr/${path}`).join(':')}`
    return unpacked([library], `${root}/usr/bin/ruby3.1`, '--disable-gems', '-e', text)
  },
  'php-symfony': () => {
    const text = `<?php
spl_autoload_register(fn ($name) => require '${root}/usr/share/php/' . strtr($name, '\\\\', '/') . '.php');
$client = new Symfony\\Component\\HttpClient\\NativeHttpClient();
$guard = new Symfony\\Component\\HttpClient\\NoPrivateNetworkHttpClient($client);
try { echo $guard->request('GET', $argv[1])->getContent(); }
catch (Throwable $error) { fwrite(STDERR, $error->getMessage()); exit(1); }`
    return unpacked([], `${root}/usr/bin/php8.2`, save('guard.php', text))
  },
}

const PACKAGES =
  'ruby3.1 libruby3.1 ruby-ssrf-filter libyaml-0-2 php8.2-cli libargon2-1 libsodium23 php-symfony-http-client ' +
  'php-symfony-http-client-contracts php-symfony-service-contracts php-symfony-http-foundation php-psr-log'

const download = async (): Promise<void> => {
  await exec('npm', ['install', '--prefix', folder, 'request-filtering-agent@3', 'ssrf-req-filter@1'], { cwd: folder })
  const script = `apt-get download -qq ${PACKAGES} && for each in *.deb; do dpkg-deb -x "$each" root; done`
  await exec('sh', ['-c', script], { cwd: folder })
}

const REFUSALS = /\brefused$|is not allowed\. Because|is blocked|has no public ip addresses/m

// A server of the command's own machine has what no guard may fetch. Each guard has a host, because a scenario counts the questions for each.
const JUDGE = `
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
const { NETBOX_CONTROL_URL: control, NETBOX_CONTROL_TOKEN: token } = process.env
const { scenarios, commands } = JSON.parse(process.argv[1])
const server = createServer((_, response) => response.end('secret')).listen(80)
for (const scenario of scenarios) {
  await fetch(control + '/scenario', { method: 'PUT', headers: { authorization: 'Bearer ' + token }, body: JSON.stringify({ scenario }) })
  const results = await Promise.all(Object.entries(commands).map(([guard, [command, ...args]], index) =>
    new Promise((resolve) => execFile(command, [...args, 'http://guard' + index + '.shop.example/'], (error, stdout, stderr) =>
      resolve([guard, error === null ? { body: stdout.trim() } : { message: stderr }])))))
  console.log(JSON.stringify(results))
}
server.close()`

const http = (text: string) => ({ http: { scheme: 'http' as const, routes: [{ path: '/', reply: { text } }] } })

const verdictOf = ({ body, message }: { readonly body?: string; readonly message?: string }): string => {
  if (body !== undefined) return body === 'page' ? 'page' : 'LEAKED'
  return message !== undefined && REFUSALS.test(message) ? 'refused' : `failed: ${message}`
}

describe.skipIf(obstacle !== undefined)('SSRF guards that answers and redirects lead inwards', () => {
  const judged = rows.filter(([guard = '']) => isJudged || guard.startsWith('check-'))
  const canRun = !isJudged || hasPrograms(['go', 'npm', 'apt-get', 'dpkg-deb', 'python3'], 'judge')
  it.runIf(canRun)('do what the recipe declares', { timeout: 300_000 }, async () => {
    expect(rows.map(([guard]) => guard)).toEqual(Object.keys(guards))
    if (isJudged) await download()
    const commands = Object.fromEntries(judged.map(([guard = '']) => [guard, guards[guard]?.() ?? []]))
    const hosts = judged.map((_, index): [string, ReturnType<typeof http>] => [
      `guard${index}.shop.example`,
      http('page'),
    ])
    const world: WorldDocument = {
      hosts: { ...Object.fromEntries(hosts), 'inside.example': http('secret') },
      domains: { 'inside.example': { records: { A: ['10.0.0.1'] } } },
    }
    const judge = [
      process.execPath,
      '--input-type=module',
      '-e',
      JUDGE,
      JSON.stringify({ scenarios, commands }),
    ] as const
    const { output } = await run(judge, { world, globalAddresses: true })
    const columns = output
      .trim()
      .split('\n')
      .map((line) => new Map(JSON.parse(line) as [string, Parameters<typeof verdictOf>[0]][]))
    expect(
      judged.map(([guard = '']) => [guard, ...columns.map((column) => verdictOf(column.get(guard) ?? {}))]),
    ).toEqual(
      judged.map(([guard, ...verdicts]) => [
        guard,
        ...verdicts.filter((_, index) => scenarios.includes(all[index] ?? '')),
      ]),
    )
  })
})
