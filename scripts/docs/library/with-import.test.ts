import { describe, expect, it } from 'vitest'
import { withImport } from './with-import.mjs'

describe('withImport', () => {
  const exporting = (name: string, ...names: string[]) => ({ name, exports: names.map((one) => ({ name: one })) })
  const entries = [
    exporting('@netbox/core', 'plans', 'planName', 'usage', 'user'),
    exporting('@netbox/core/testing', 'fixedWorld', 'plans'),
  ]

  it('imports the names that the example uses from the entry point', () => {
    expect(withImport("planName(plans[0].id) // => 'Free'", entries)).toBe(
      "import { planName, plans } from '@netbox/core'\nplanName(plans[0].id) // => 'Free'",
    )
  })

  it('imports missing names from another entry point', () => {
    expect(withImport('fixedWorld().run(plans)', entries)).toBe(
      "import { plans } from '@netbox/core'\nimport { fixedWorld } from '@netbox/core/testing'\nfixedWorld().run(plans)",
    )
  })

  it('imports no field names, and no names that the example declares', () => {
    const code = 'const { usage } = await load({ plans: 1 })\nusage.user // => 2\nfind((user) => user.id)'
    expect(withImport(code, entries)).toBe(code)
  })

  it('leaves an example unchanged that has its own imports', () => {
    const code = "import { plans } from '@netbox/core'\nplans.length // => 3"
    expect(withImport(code, entries)).toBe(code)
  })
})
