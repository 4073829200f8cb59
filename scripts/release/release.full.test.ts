import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('a release', () => {
  it('creates that bill with the command of docs/release.md: it has run-time packages, and no test packages', () => {
    const command =
      /^npm run --silent sbom(?= > sbom\.json$)/m.exec(readFileSync(join(root, 'docs/release.md'), 'utf8'))?.[0] ?? ''
    const printed = execSync(command, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const bill = JSON.parse(printed) as { bomFormat: string; components: { name: string }[] }
    expect(bill.bomFormat).toBe('CycloneDX')
    const listed = bill.components.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining(['netbox', 'koa', 'kysely', 'valibot', 'react', 'ink', 'dns-packet']))
    expect(
      listed.filter((name) => ['smtp-server', 'vitest', 'tsup', 'vite', 'ajv', 'fast-check'].includes(name)),
    ).toEqual([])
  })
})
