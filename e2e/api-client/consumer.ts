/* oxlint-disable -- types are unknown here, without the client; the compiler checks a copy of this file next to the client */
// A typical program that uses the generated client. Tests copy it into the folder of the client. If it does not compile, the client lacks
// something.
import * as api from './client.ts'

const [url = ''] = process.argv.slice(2)
api.defaults.baseUrl = `${url}/api`

const ana = { email: 'ana@harbour.example', password: 'a long secret' }
const order = { input: 'mail.example', seed: 'k3f9', scenario: 'mx-down', at: '2026-11-20T08:14:02Z' }

const unexpected = ({ status }: { status: number }): never => {
  throw new Error(`unexpected: ${status}`)
}

const registered = await api.authRegister(ana)
if (registered.status !== 201 || !('token' in registered.data)) throw unexpected(registered)

const signedIn = await api.authLogin(ana)
if (signedIn.status !== 200) throw unexpected(signedIn)
const { token, user, session } = signedIn.data
const as = { headers: { authorization: `Bearer ${token}` } }

const catalogue = await api.toolsList()
if (catalogue.status !== 200) throw unexpected(catalogue)
const ids: string[] = catalogue.data.tools.map(({ id }) => id)

const run = await api.toolsRun('mx-record', order, as)
if (run.status !== 200 || run.data.tool !== 'mx-record') throw unexpected(run)
// The tool determines the type of the result.
const [first] = run.data.result.records
const exchange: string | undefined = first?.exchange
const priority: number | undefined = first?.priority
// @ts-expect-error -- a result has only the fields of its own tool
void run.data.result.hops

const usage = await api.usageList(as)
if (usage.status !== 200) throw unexpected(usage)
const used: number | undefined = usage.data.usage.find(({ tool }) => tool === 'mx-record')?.used

const refused = await api.toolsRun('dns-diagnostic', order, as)
if (refused.status !== 403) throw unexpected(refused)
const needsPlan = refused.data.code === 'upgrade_required'
// @ts-expect-error -- no refusal with this status has this code
void (refused.data.code === 'daily_limit_reached')

const stranger = await api.usageList()
if (stranger.status !== 401) throw unexpected(stranger)

const wrong = await api.authRegister({ ...ana, email: 'nobody' })
if (wrong.status !== 400) throw unexpected(wrong)

const migrations = await api.migrationsList({ limit: 10 }, as)
if (migrations.status !== 200) throw unexpected(migrations)

const admin = await api.adminProfiles({ search: 'ana' }, as)
if (admin.status !== 403) throw unexpected(admin)

// @ts-expect-error -- a body without its required fields does not compile
void (() => api.authLogin({ email: ana.email }))

const renewed = await api.authRefresh({ refresh_token: session.refresh_token })
if (renewed.status !== 200) throw unexpected(renewed)

const facts = {
  email: user.email,
  plan: user.plan,
  tools: ids.length,
  simulated: run.headers.get('x-netbox-simulated'),
  exchange,
  priority,
  sentence: run.data.verdict.sentence,
  used,
  refusal: { code: refused.data.code, needsPlan, request: refused.data.request_id.length },
  stranger: stranger.data.code,
  wrong: wrong.data.code,
  migrations: migrations.data.data.total,
  admin: admin.data.code,
  renewed: renewed.data.session.access_token !== token,
}
process.stdout.write(JSON.stringify(facts))
