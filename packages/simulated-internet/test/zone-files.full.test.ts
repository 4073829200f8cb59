import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseWorld } from '../src/world-files/parse-world.ts'
import { hexOf } from '../src/world-files/octets.ts'
import { readZone } from '../src/world-files/read-zone.ts'
import { hasPrograms } from './support/programs.ts'
import { completed, loaded, loadedZones, refused, refusedZones, stricter, ZONE_HEAD } from './support/zone-cases.ts'

/* BIND and dnspython judge the same zone files as netbox. */
const folder = mkdtempSync(join(tmpdir(), 'zones-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Checks that are no part of reading: names of hosts, and addresses of targets.
const LENIENT = ['-k', '-i', '-n', '-m', '-M', '-r', '-S', '-T'].flatMap((option) => [
  option,
  option === '-i' ? 'none' : 'ignore',
])

const isZoneOfBind = (zone: string, options: readonly string[] = []): boolean => {
  const path = join(folder, 'shop.zone')
  writeFileSync(path, zone)
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
  return spawnSync('named-checkzone', [...options, 'shop.example', path], { env }).status === 0
}
const isLoadedByBind = (lines: string): boolean => isZoneOfBind(`${ZONE_HEAD}${lines}\n`, LENIENT)

/** Returns why netbox refuses a zone; undefined if it accepts it. */
const refusalOf = (zone: string): string | undefined => {
  try {
    parseWorld('domains: { shop.example: { zone: ./shop.zone } }', { readFile: () => zone })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

// dnspython expects the TTL before the class, and a whole name after $ORIGIN. It gives a set its lowest TTL, which core does in netbox.
const unread = /IN 60 A|in 1h|\$ORIGIN sub\n|ns1 60 A/i

// The module is Debian's, so its Python reads it.
const PYTHON = '/usr/bin/python3'
const hasDnspython =
  process.env['NETBOX_REQUIRE_ZONE_TOOLS'] === '1' || spawnSync(PYTHON, ['-c', 'import dns']).status === 0

describe.runIf(hasPrograms(['named-checkzone', 'python3'], 'zone'))('a zone file', () => {
  it('is loaded by BIND if netbox reads it', () => {
    expect(loaded.filter((lines) => !isLoadedByBind(lines))).toEqual([])
  })

  it('is stated in full if netbox reads it, apart from addresses that no host has', () => {
    const refusals = loaded.map((lines) => refusalOf(`${ZONE_HEAD}${lines}\n`)).filter((reason) => reason !== undefined)
    expect(refusals.filter((reason) => !/no host of a world/.test(reason))).toEqual([])
  })

  it('is refused by BIND if netbox refuses it', () => {
    expect(refused.map(([lines]) => lines).filter(isLoadedByBind)).toEqual([])
  })

  it('is accepted as a whole zone by BIND and netbox, or refused by both', () => {
    expect(loadedZones.filter((zone) => !isZoneOfBind(zone))).toEqual([])
    expect(loadedZones.flatMap((zone) => refusalOf(zone) ?? [])).toEqual([])
    expect(refusedZones.filter((zone) => isZoneOfBind(zone) || refusalOf(zone) === undefined)).toEqual([])
    for (const [zone, reason] of stricter) {
      expect(isZoneOfBind(zone), zone).toBe(true)
      expect(refusalOf(zone)).toContain(reason)
    }
    for (const zone of completed) expect([isZoneOfBind(zone), refusalOf(zone)], zone).toEqual([false, undefined])
  })

  it.runIf(hasDnspython)('has the same records for dnspython', () => {
    const zones = [...loaded.map((lines) => `${ZONE_HEAD}${lines}\n`), ...loadedZones]
    const output = execFileSync(PYTHON, [join(import.meta.dirname, 'support/read-zones.py')], {
      input: JSON.stringify(zones),
    })
    const found = JSON.parse(String(output)) as unknown[] // The output of the script is a list.
    const own = zones.map((zone) =>
      readZone(zone, 'shop.example')
        .filter(({ isOutside }) => !isOutside)
        .map(({ name, ttl, type, data }) => [name, ttl, type, hexOf(data)])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    )
    const different = zones.flatMap((lines, index) =>
      JSON.stringify(found[index]) === JSON.stringify(own[index]) || unread.test(lines)
        ? []
        : [{ lines, dnspython: found[index], netbox: own[index] }],
    )
    expect(different).toEqual([])
  })
})
