import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { startInternet } from '../src/index.ts'
import { readWorldFile } from '../src/world-files/index.ts'
import { hasPrograms } from './support/programs.ts'

/*
 * curl asks each operation of published OpenAPI documents, and ajv validates each body against its schema. Only `npm run judges` downloads
 * both packages, and installs none.
 */

const PACKAGES = ['@readme/oas-examples@8.2.2', 'ajv@8', 'ajv-draft-04@1', 'ajv-formats@3']
const DOCUMENTS = ['3.0/json/petstore', '3.0/json/star-trek', '3.1/json/petstore', '3.1/json/train-travel']
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'patch']
const HOST = 'api.shop.example'
const isJudged = process.env['NETBOX_JUDGES'] === 'all' && hasPrograms(['curl', 'npm'])

interface Media {
  readonly schema?: unknown
  readonly example?: unknown
}
interface Operation {
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
interface Api {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
/** The part of ajv that the test uses. */
interface Validator {
  readonly addSchema: (schema: unknown, name: string) => void
  readonly compile: (schema: unknown) => { (value: unknown): boolean; readonly errors?: unknown }
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))
const load = createRequire(join(folder, 'index.js'))

const part = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

// The casts are safe: the packages export these classes and functions.
const validatorOf = (name: string, api: Api): Validator => {
  const Ajv = load(name.startsWith('3.0') ? 'ajv-draft-04' : 'ajv/dist/2020') as new (options: object) => Validator
  const ajv = new Ajv({ strict: false, logger: false })
  const addFormats = load('ajv-formats') as (ajv: Validator) => void
  addFormats(ajv)
  ajv.addSchema(api, 'api')
  return ajv
}

const askWith = async (url: string, method: string, ...more: string[]) => {
  const wanted = ['-s', '-X', method.toUpperCase(), '-H', `Host: ${HOST}`, '-w', '\n%{http_code} %{content_type}']
  const { stdout } = await run('curl', [...wanted, ...more, url], { maxBuffer: 2_000_000 })
  const [, body = '', status, type = ''] = /^([^]*)\n(\d+) (.*)$/.exec(stdout) ?? []
  return { body, status, type }
}

describe('published OpenAPI documents', () => {
  it.runIf(isJudged)(
    'have routes that reply with examples, or values of their schemas',
    { timeout: 180_000 },
    async () => {
      await run('npm', ['install', '--prefix', folder, ...PACKAGES], { cwd: folder })
      for (const name of DOCUMENTS) {
        const openapi = `node_modules/@readme/oas-examples/${name}.json`
        const api = load(`./${openapi}`) as Api
        const ajv = validatorOf(name, api)
        writeFileSync(join(folder, 'world.yaml'), JSON.stringify({ hosts: { [HOST]: { http: { openapi } } } }))
        const world = readWorldFile(join(folder, 'world.yaml'))
        await using internet = await startInternet({ seed: 'k3f9', scenario: 'healthy', world })
        const port = internet.endpoints.find(({ protocol }) => protocol === 'http')?.port ?? 0
        const base = new URL(api.servers[0]?.url ?? '/', 'http://a.example').pathname.replace(/\/$/, '')
        for (const [path, item] of Object.entries(api.paths))
          for (const method of METHODS.filter((one) => Object.hasOwn(item, one))) {
            const place = `${name} ${method} ${path}`
            const url = `http://127.0.0.1:${port}${base}${path.replaceAll(/\{[^}]*\}/g, '1')}`
            const { body, status, type } = await askWith(url, method)
            const responses = item[method]?.responses ?? {}
            const success = Object.keys(responses).find((code) => /^[23]/.test(code))
            expect(status, place).toBe(success ?? '200')
            const errors = Object.keys(responses).filter((one) => /^[45]\d\d$/.test(one))
            const preferred = errors.map((one) => askWith(url, method, '-H', `Prefer: code=${one}`))
            expect(
              (await Promise.all(preferred)).map((answer) => answer.status),
              place,
            ).toEqual(errors)
            const code = success ?? 'default'
            const media = responses[code]?.content?.[type]
            if (media?.example !== undefined) expect(JSON.parse(body), place).toEqual(media.example)
            if (media?.schema === undefined || !type.includes('json')) continue
            const schema = ['paths', path, method, 'responses', code, 'content', type, 'schema'].map(part).join('/')
            const isValid = ajv.compile({ $ref: `api#/${schema}` })
            expect([place, isValid(JSON.parse(body)), isValid.errors]).toEqual([place, true, null])
          }
      }
    },
  )
})
