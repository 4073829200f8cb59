import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage, root, commandsOf } from './docs/read-blocks.ts'
import { makeWorkspace, runScript, type Workspace } from './docs/run-script.ts'
import { type Service, startService } from './start-service.ts'
import { tellSkipped } from './tell-skipped.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('a production start from the settings of docs/deployment.md', () => {
  let workspace: Workspace
  let service: Service
  beforeAll(async () => {
    workspace = await makeWorkspace()
    const settings =
      commandsOf(readPage('docs/deployment.md')).find(({ heading }) => heading === 'Settings')?.text ?? ''
    const { code, stderr } = await runScript(workspace, settings)
    if (code !== 0) throw new Error(stderr)
    // The settings next to deploy/netbox.service, with a free port.
    const variables = { NODE_ENV: 'production', HOST: '127.0.0.1' }
    const nodeOptions = [`--env-file=${join(workspace.home, 'netbox.env')}`]
    service = await startService({ folder: workspace.folder, variables, nodeOptions })
  })
  afterAll(async () => {
    await service?.remove()
    await workspace?.remove()
  })

  it('works, prints its public address, and requires https of browsers', async () => {
    const answer = await fetch(`${service.url}/health/ready`)
    expect(answer.status).toBe(200)
    const page = await fetch(`${service.url}/`)
    expect(page.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
    // Only the proxy can reach the port of the service.
    expect(page.headers.get('content-security-policy')?.split(';')).toContain("connect-src 'self'")
    expect(await page.text()).toContain('<link rel="canonical" href="https://netbox.example/">')
  })

  it('is ready for the check after a start', () => {
    const env = { PATH: process.env['PATH'], PORT: new URL(service.url).port }
    const check = spawnSync(process.execPath, [join(root, 'scripts/wait-until-ready.mjs')], { env, timeout: 60_000 })
    expect(check.status).toBe(0)
    const { pid } = spawnSync('true')
    const failed = { ...env, PORT: '1', MAINPID: String(pid) }
    const given = spawnSync(process.execPath, [join(root, 'scripts/wait-until-ready.mjs')], {
      env: failed,
      timeout: 60_000,
    })
    expect([given.status, given.stderr.toString()]).toEqual([
      1,
      'netbox is not ready at http://127.0.0.1:1/health/ready\n',
    ])
  })

  it('trusts the proxy for the client’s address, and shows no metrics without a token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const answer = await fetch(`${service.url}/api/ip`, { headers })
    expect(await answer.json()).toMatchObject({ ip: '203.0.113.9' })
    expect((await fetch(`${service.url}/metrics`, { headers })).status).toBe(404)
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
  })

  it('sends the events of a run one by one, and tells the proxy not to buffer them', async () => {
    const json = { 'content-type': 'application/json' }
    const account = JSON.stringify({ email: 'ana@mail.example', password: 'correct horse' })
    const registered = await fetch(`${service.url}/api/auth/register`, { method: 'POST', headers: json, body: account })
    // The service has no mail server, so registering signs the user in.
    const { token } = (await registered.json()) as { token: string }
    const answer = await fetch(`${service.url}/api/tools/mx-record/run`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      body: JSON.stringify({ input: 'mail.example', delay: true }),
    })
    expect(answer.headers.get('x-accel-buffering')).toBe('no')
    const events: string[] = []
    for await (const chunk of answer.body ?? []) events.push(new TextDecoder().decode(chunk))
    expect(events.length).toBeGreaterThan(2)
    expect(events[0]).toContain('event: started')
    expect(events[0]).not.toContain('event: succeeded')
    expect(events.at(-1)).toContain('event: succeeded')
  })
})

describe('deploy/netbox.service', () => {
  const unit = read('deploy/netbox.service')
  const lines = unit.split('\n')

  it('has its own user, one writable folder, and can’t gain rights', () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        'DynamicUser=yes',
        'StateDirectory=netbox',
        'ProtectSystem=strict',
        'ProtectHome=yes',
        'NoNewPrivileges=yes',
        'CapabilityBoundingSet=',
        'RestrictNamespaces=yes',
      ]),
    )
  })

  it('starts the build in production, with keys from a file and none in the unit', () => {
    expect(unit).toMatch(
      /^ExecStart=\/opt\/netbox\/node_modules\/\.bin\/node \/opt\/netbox\/apps\/api\/dist\/main\.js$/m,
    )
    expect(unit).toMatch(/^Environment=.*NODE_ENV=production.*DATA_DIR=\/var\/lib\/netbox/m)
    expect(unit).toMatch(/^EnvironmentFile=\/etc\//m)
    expect(unit).not.toMatch(/JWT_KEYS|ENCRYPTION_KEYS/)
  })

  it('waits until the service is ready, and gives up after repeated failures', () => {
    expect(unit).toMatch(/^ExecStartPost=.+\/opt\/netbox\/scripts\/wait-until-ready\.mjs$/m)
    const number = (setting: string): number => Number(new RegExp(`^${setting}=(\\d+)`, 'm').exec(unit)?.[1])
    // Each failed start takes at least the pause, so the limit is reached well within its interval.
    expect(number('StartLimitBurst') * (number('RestartSec') + 5)).toBeLessThan(number('StartLimitIntervalSec') * 60)
  })

  it('shares user, folder and settings with the backup and the admin command', () => {
    const backup = read('deploy/netbox-backup.service')
    const admin = read('deploy/netbox-admin')
    for (const setting of ['DynamicUser=yes', 'StateDirectory=netbox']) {
      for (const text of [unit, backup, admin]) expect(text).toContain(setting)
    }
    for (const text of [unit, backup]) expect(text).toContain('EnvironmentFile=/etc/netbox/netbox.env')
    expect(admin).toContain('settings=/etc/netbox/netbox.env')
    for (const text of [backup, admin]) expect(text).toContain('User=netbox')
    // Their texts name the command that the operator has.
    for (const text of [unit, backup, admin]) expect(text).toContain('NETBOX_ADMIN=netbox-admin')
    for (const text of [unit, backup, admin]) expect(text).toContain('DATA_DIR=/var/lib/netbox')
    expect(backup).toMatch(/apps\/api\/dist\/admin\.js backup --keep \d+$/m)
    expect(read('deploy/netbox-backup.timer')).toMatch(/^OnCalendar=.+$/m)
  })

  it('reports a failure of the service and of the backup', () => {
    for (const path of ['deploy/netbox.service', 'deploy/netbox-backup.service'])
      expect(read(path)).toMatch(/^OnFailure=netbox-failed@%n\.service$/m)
    const [, command = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(read('deploy/netbox-failed@.service')) ?? []
    const { stdout } = spawnSync('sh', ['-c', command.replaceAll('%i', 'netbox-backup.service')], { encoding: 'utf8' })
    expect(stdout).toBe('<2>netbox-backup.service failed. See: journalctl -u netbox-backup.service -n 50\n')
  })

  it.each([
    ['settings=/etc/netbox/netbox.env', 'settings=/nowhere/netbox.env', '/nowhere/netbox.env is missing'],
    ['program=/opt/netbox', 'program=/nowhere', "/nowhere isn't built"],
  ])('has an admin command that says what is missing: %s', (line, change, reason) => {
    const settings = 'settings=/etc/netbox/netbox.env'
    const script = read('deploy/netbox-admin').replace(settings, 'settings=/etc/passwd').replace(line, change)
    const missing = line === settings ? script.replace('settings=/etc/passwd', change) : script
    const { status, stderr } = spawnSync('sh', ['-c', missing.replace('$(id -u)', '0'), 'netbox-admin', 'doctor'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining(`netbox-admin: ${reason}`)])
  })

  const analyze = spawnSync('systemd-analyze', ['--version'])
  // systemd-analyze has the offline mode since version 250.
  const version = Number(/\d+/.exec(analyze.stdout?.toString() ?? '')?.[0] ?? 0)
  if (version < 250)
    tellSkipped('The exposure of deploy/netbox.service was NOT tested: systemd-analyze 250 is missing.')
  it.runIf(version >= 250)('is as exposed as the page says, according to systemd', () => {
    const unitFile = join(root, 'deploy/netbox.service')
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unitFile])
    const exposure = Number(/Overall exposure level for netbox\.service: (\d+\.\d)/.exec(stdout.toString())?.[1])
    expect(exposure).toBeGreaterThan(0)
    expect(exposure).toBeLessThan(2)
  })
})

describe('the rules for Prometheus', () => {
  const isHere = spawnSync('promtool', ['--version']).status === 0
  if (!isHere) tellSkipped('The alert rules were NOT tested: promtool is missing (Debian: prometheus).')
  it.runIf(isHere).each([
    ['check', 'config', '--syntax-only', 'prometheus.yaml'],
    ['check', 'rules', 'netbox-rules.yaml'],
    ['test', 'rules', 'netbox-rules.test.yaml'],
  ])('pass promtool %s %s', (...words) => {
    const { status, stderr, stdout } = spawnSync('promtool', words, { cwd: join(root, 'deploy'), encoding: 'utf8' })
    expect([status, stdout + stderr]).toEqual([0, expect.any(String)])
  })
})

describe('the samples for proxies', () => {
  it.each([
    [
      'deploy/nginx.conf',
      [
        /max_fails=0;/,
        /client_max_body_size 51m;/,
        /proxy_buffering off;/,
        /X-Forwarded-For \$remote_addr;/,
        /keepalive_timeout 10s;/,
        /\/metrics/,
      ],
    ],
    ['deploy/Caddyfile', [/flush_interval -1/, /X-Forwarded-For \{remote_host\}/, /keepalive 10s/, /\/metrics/]],
  ])('%s has everything that docs/deployment.md requires of a proxy', (path, rules) => {
    const text = read(path)
    for (const rule of rules) expect(text).toMatch(rule)
    expect(text.split('{').length).toBe(text.split('}').length)
  })
})
