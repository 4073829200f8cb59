import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { useApi } from '../support/use-api.ts'
import { SERVICE_KEY } from './support/client.ts'

const page = readFileSync(new URL('../../../../docs/supabase.md', import.meta.url), 'utf8')
const blockOf = (language: string): string => new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''

const api = useApi({ env: { SERVICE_ROLE_KEY: SERVICE_KEY } })

it('the program of docs/supabase.md prints what the page says', async () => {
  const { anonKey } = api.core.config
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', blockOf('js')], {
    // The folder with the installed client.
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NETBOX_URL: api.url, ANON_KEY: anonKey, SERVICE_ROLE_KEY: SERVICE_KEY },
  })
  expect(stdout).toBe(blockOf('text'))
})
