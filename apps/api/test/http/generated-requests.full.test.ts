import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openServices, supabaseApis } from '../../src/compose.ts'
import type { SupabaseRoute } from '../../src/http/supabase.ts'
import { createMetrics } from '../../src/metrics.ts'
import { toUuid } from '../../src/random.ts'
import { clientOf, SERVICE_KEY } from '../supabase/support/client.ts'
import { callAny, endpointOf, everyEndpoint, idsOf } from '../support/any-endpoint.ts'
import { awkward, jsonText, value } from '../support/generated.ts'
import { describeOnEveryEngine } from '../support/database.ts'
import type { TestUser } from '../support/start-api.ts'
import { useApi } from '../support/use-api.ts'

const TIMEOUT = 120_000

// The codes of parts that are off, busy or not configured. Any other answer of 5xx is a fault.
const ALLOWED = ['billing_unavailable', 'price_not_configured', 'verifier_unavailable', 'busy']

const words = (text: string): string[] => text.trim().split(/\s+/)

/** The fields of bodies and the parameters of queries that the APIs for supabase-js read. */
const FIELDS = words(`
  email password data phone token token_hash type refresh_token auth_code nonce code_verifier code_challenge
  code_challenge_method gotrue_meta_security create_user provider factor_type friendly_name issuer challenge_id code
  user_metadata app_metadata id name ban_duration email_confirm new_email redirect_to current_password bucketId sourceKey
  destinationKey destinationBucket prefixes paths expiresIn prefix limit offset sortBy search cursor public file_size_limit
  allowed_mime_types copyMetadata metadata status is_admin title message is_global target_user_id expires_at is_enabled
  updated_at user_id source_host source_email source_password_encrypted destination_host destination_email
  destination_password_encrypted priceId planName action plan
`)
const QUERY = words(`
  grant_type scope type token redirect_to page per_page select order limit offset id user_id columns download versionId search
  sortColumn sortOrder
`)
const ANSWERS = [
  ...words(`
  password refresh_token pkce id_token signup recovery email_change invite global others * id id.desc.nullsfirst eq.x
  eq.null 999999999999999 -1 http://netbox.example/x javascript:1
  `),
  Array.from({ length: 900 }, () => 'id').join(','),
  'x'.repeat(4000),
]
const HEADERS = words(`
  accept prefer range content-range if-match if-none-match if-range if-modified-since x-upsert x-metadata cache-control
  content-encoding accept-profile x-supabase-api-version
`)
const SENT = [
  ...words(`
  application/vnd.pgrst.object+json text/csv count=exact return=representation bytes=5-2 bytes=-0 bytes=99999999999999999999-
  bytes=0-,1- * "x" true e30= W10= gzip public 2024-01-01
`),
  'Thu, 99 Foo 9999',
]

const body = fc.oneof(fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 12 }), value)
const part = fc.oneof(awkward, fc.string(), fc.constantFrom('docs', 'shown', 'profiles', 'service_controls', 'a/b'))
const request = fc.record({
  body,
  query: fc.dictionary(fc.constantFrom(...QUERY), fc.oneof(fc.constantFrom(...ANSWERS), awkward, fc.string())),
  headers: fc.dictionary(fc.constantFrom(...HEADERS), fc.constantFrom(...SENT)),
  parts: fc.array(part, { minLength: 4, maxLength: 4 }),
  who: fc.constantFrom('visitor', 'user', 'admin', 'service'),
  type: fc.constantFrom(
    'application/json',
    'text/plain',
    'multipart/form-data',
    'multipart/form-data; boundary=b',
    ';',
  ),
})

const segment = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'))

describeOnEveryEngine('the service', (open) => {
  // The number of generated requests for each route. MariaDB has the stricter columns, so it gets more.
  const RUNS = Number(process.env['FC_RUNS'] ?? (open.engine === 'mysql' ? 20 : 10))
  const api = useApi({ on: open, env: { SERVICE_ROLE_KEY: SERVICE_KEY, STORAGE_USER_OBJECTS: '100' } })
  let admin: TestUser
  let user: TestUser
  let other: TestUser
  beforeAll(async () => {
    admin = await api.user({ isAdmin: true, plan: 'enterprise' })
    user = await api.user({ plan: 'pro' })
    other = await api.user()
    const { storage } = clientOf(api, { key: SERVICE_KEY })
    await storage.createBucket('docs', { public: false })
    await storage.createBucket('shown', { public: true })
    for (const bucket of ['docs', 'shown'])
      await storage.from(bucket).upload(`${toUuid(other.id)}/secret.txt`, 'the secret of another user')
  })

  describe('a generated query', () => {
    const NAMES = [
      'page',
      'limit',
      'q',
      'search',
      'status',
      'sort',
      'action',
      'tool',
      'severity',
      'scenario',
      'from',
      'to',
    ]
    const query = fc.dictionary(fc.oneof(fc.constantFrom(...NAMES, 'purpose'), awkward), fc.oneof(awkward, fc.string()))

    it.each(idsOf(everyEndpoint))('never makes %s fail', { timeout: TIMEOUT }, async (id) => {
      const { access } = endpointOf(id)
      const bearer = access === 'anyone' || access === 'refresh' ? undefined : user.bearer
      if (['auth.logout', 'account.endOthers', 'account.delete'].includes(id)) return
      const of = fc.oneof(awkward, fc.string(), fc.constant(other.id)).filter((text) => !/^\.{0,2}$/.test(text))
      await fc.assert(
        fc.asyncProperty(query, of, async (given, name) => {
          const answer = await callAny(api, id, {
            query: given,
            of: name.replaceAll(/\p{Surrogate}/gu, '?'),
            bearer: access === 'admin' ? admin.bearer : bearer,
          })
          if (answer.status >= 500) expect(ALLOWED).toContain(answer.code)
        }),
        { numRuns: RUNS },
      )
    })
  })

  describe('a generated request of a program with supabase-js', () => {
    const routes = async (): Promise<readonly (SupabaseRoute & { readonly prefix: string })[]> =>
      supabaseApis(await openServices({ ...api.core, metrics: createMetrics() })).flatMap(({ prefix, routes: own }) =>
        own.map((route) => ({ ...route, prefix })),
      )
    // Calls that would end the sessions of the test, or that may change the files of others with the service key.
    const ENDING = new Set(
      words(`
    supabase.logout supabase.admin.delete supabase.admin.update supabase.updateUser storage.emptyBucket storage.deleteBucket storage.updateBucket
    `),
    )

    it(
      'never makes a route fail, and never shows or changes what belongs to others',
      { timeout: 600_000 },
      async () => {
        const bearers = { visitor: '', user: user.bearer, admin: admin.bearer, service: SERVICE_KEY }
        for (const { name, method, path, prefix, isRaw } of await routes()) {
          if (ENDING.has(name)) continue
          await fc.assert(
            fc.asyncProperty(request, async ({ body: sent, query, headers, parts, who, type }) => {
              let index = 0
              const target = path.replaceAll(/\{\/?\*\w+\}|:\w+/g, (place) => {
                const text = segment(parts[index++] ?? '')
                return place.startsWith('{/') ? `/${text}` : text
              })
              const search = new URLSearchParams(
                Object.entries(query).map(([key, text]): [string, string] => [
                  key,
                  text.replaceAll(/\p{Surrogate}/gu, '?'),
                ]),
              ).toString()
              const bearer = bearers[who]
              const response = await api.fetch(`${prefix}${target}?${search}`, {
                method,
                redirect: 'manual',
                headers: {
                  apikey: who === 'service' ? SERVICE_KEY : api.core.config.anonKey,
                  ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
                  'content-type': isRaw === true ? type : 'application/json',
                  ...headers,
                },
                ...(method === 'GET' ? {} : { body: jsonText(sent) }),
              })
              const text = await response.text()
              const isAllowed = response.status < 500 || response.status === 503
              expect(isAllowed, `${name} as ${who}: ${response.status} ${text.slice(0, 200)}`).toBe(true)
              if (who !== 'service' && !target.includes('shown')) {
                expect(text, name).not.toContain('the secret of another user')
                if (who !== 'admin') expect(text, name).not.toContain(other.email)
              }
            }),
            { numRuns: RUNS },
          )
        }
        const lines = api.logged().split('\n')
        expect(lines.filter((line) => line.includes('"msg":"failed"'))).toEqual([])
      },
    )

    it('makes nobody an admin, and leaves the files of others', async () => {
      const admins = await api.core.database.queries
        .selectFrom('profiles')
        .select('id')
        .where('is_admin', '=', 1)
        .execute()
      expect(admins.map(({ id }) => id)).toEqual([admin.id])
      const files = await api.core.database.queries
        .selectFrom('storage_objects')
        .select('name')
        .where('owner_id', '=', other.id)
        .execute()
      expect(files.map(({ name }) => name)).toEqual(Array.from({ length: 2 }, () => `${toUuid(other.id)}/secret.txt`))
    })
  })
})
