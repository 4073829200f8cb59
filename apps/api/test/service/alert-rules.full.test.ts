import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId, toUuid } from '../../src/random.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import { useApi } from '../support/use-api.ts'
import { clientOf, SERVICE_KEY } from '../supabase/support/client.ts'
import { storedFiles } from '../supabase/support/files.ts'

const rules = resolve(import.meta.dirname, '../../../../deploy/netbox-rules.yaml')

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('\n  promtool is missing (Debian: prometheus): THE ALERT RULES ARE NOT TESTED.\n')

/** Returns the samples of netbox's counters, by series. */
const countersIn = (text: string): ReadonlyMap<string, string> => {
  const counters = new Set([...text.matchAll(/^# TYPE (netbox_\w+) counter$/gm)].map(([, name]) => name))
  const samples = [...text.matchAll(/^(netbox_\w+)(\{.*\})? (\S+)$/gm)].filter(([, name]) => counters.has(name))
  return new Map(samples.map(([, name, labels = '', value = '']) => [`${name}${labels}`, value]))
}

/** Adds the labels of a scrape. */
const scraped = (series: string): string => {
  const [name, labels = ''] = series.replace(/\}$/, '').split('{')
  return `${name}{${['job="netbox"', 'instance="a"', labels].filter((label) => label !== '').join(',')}}`
}

describeOnEveryEngine('the alert rules', (open) => {
  const api = useApi({
    on: open,
    env: {
      SERVICE_ROLE_KEY: SERVICE_KEY,
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
  })
  const scrape = async () => countersIn(await api.metrics())

  /** Causes the first event of each kind: a webhook, a mail, a missing file and an error of the service. */
  const fail = async (): Promise<void> => {
    const webhook = await api.fetch('/api/subscription/webhook', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 'wrong' },
      body: '{}',
    })
    expect(webhook.status).toBe(400)
    await api.call('auth.register', { body: { email: `${newId()}@mail.example`, password: 'correct horse' } })
    const user = await api.user()
    await clientOf(api, { key: SERVICE_KEY }).storage.createBucket('docs', { public: false })
    const files = clientOf(api, { user }).storage.from('docs')
    const path = `${toUuid(user.id)}/a.txt`
    await files.upload(path, 'hello')
    for (const file of (await storedFiles(api)).whole) await unlink(file)
    await files.download(path)
    const { writer } = api.core.database
    await sql`alter table service_controls rename to service_controls_away`.execute(writer)
    await api.fetch('/api/services')
    await sql`alter table service_controls_away rename to service_controls`.execute(writer)
  }

  it.runIf(hasPromtool)('fire at the first event of counters that the service really emits', async () => {
    const before = await scrape()
    // A series of responses can't start before its first one: there are too many of them.
    const known = [...before].filter(([series]) => !series.startsWith('netbox_http_requests_total'))
    expect(known.length).toBeGreaterThan(40)
    expect(known.filter(([, value]) => value !== '0')).toEqual([])
    await fail()
    let after = await scrape()
    while (after.get('netbox_mail_total{outcome="failed"}') === '0') after = await scrape()
    const input_series = [...after].map(([series, value]) => ({
      series: scraped(series),
      // One error in a million responses is no alert, so errors continue.
      values: `${before.get(series) ?? '_'}x5 ${value}${series === 'netbox_http_errors_total' ? '+1' : ''}x25`,
    }))
    const fired = ['NetboxErrors', 'NetboxFilesMissing', 'NetboxMailRefused', 'NetboxWebhooksFail']
    const exp_samples = fired.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }))
    const expr = 'count by (alertname) (ALERTS{alertstate="firing"})'
    const promql_expr_test = [{ expr, eval_time: '12m', exp_samples }]
    const tests = [{ interval: '1m', input_series, promql_expr_test }]
    const folder = await mkdtemp(join(tmpdir(), 'netbox-rules-'))
    const file = join(folder, 'rules.test.yaml')
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    await rm(folder, { recursive: true })
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
  })
})
