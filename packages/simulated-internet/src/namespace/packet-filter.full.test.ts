import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { obstacle } from '../../test/support/namespaces.ts'
import { hasPrograms } from '../../test/support/programs.ts'

const source = fileURLToPath(new URL('packet-filter.ts', import.meta.url))

/** Runs a script with a packet filter in a new network namespace, and returns what it prints. */
const inNamespace = (script: string): string => {
  const program = `
    const { installPacketFilter } = await import(${JSON.stringify(source)})
    const { execFileSync } = await import('node:child_process')
    const filter = await installPacketFilter({ networks: ['198.51.100.0/24', '2001:db8::/32'], served: [80], otherwise: 9999, device: 'lo', isDelayed: true })
    const elements = (map) => (/elements = \\{([^}]*)\\}/.exec(execFileSync('nft', ['list', 'map', 'inet', 'netbox', map], { encoding: 'utf8' }))?.[1] ?? '').split(',').filter((text) => text.trim() !== '').length
    const chains = () => execFileSync('nft', ['list', 'chains'], { encoding: 'utf8' }).split('chain lost_').length - 1
    const counts = () => ['ports4', 'losses4', 'paths4', 'hops4', 'hops6'].map(elements).concat(chains()).join(' ')
    ${script}
    filter.close()`
  const given = ['--user', '--map-root-user', '--net', process.execPath, '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync('unshare', given, { encoding: 'utf8' })
  return stdout + stderr
}

const rules = (address: string) =>
  `{ address: '${address}', ports: [{ port: 80, verdict: 'accept' }, { port: 25, verdict: 'drop' }], lost: [2, 7], routers: ['198.51.100.1', null, '198.51.100.3'] }`

describe.skipIf(obstacle !== undefined || !hasPrograms(['nft', 'ping'], 'web'))('a packet filter', () => {
  it('forgets everything about an address, and learns it again', () => {
    const output = inNamespace(`
      await filter.set([${rules('198.51.100.7')}, ${rules('198.51.100.8')}])
      console.log(counts())
      filter.forget('198.51.100.7')
      await filter.set([{ address: '198.51.100.8', ports: [{ port: 25, verdict: 'refuse' }], lost: [] }])
      console.log(counts())
      await filter.set([${rules('198.51.100.7')}])
      console.log(counts())`)
    expect(output).toBe('4 2 2 4 0 2\n2 0 1 2 0 1\n4 1 2 4 0 2\n')
  })

  it('reports echo requests, and which of them are lost', () => {
    const output = inNamespace(`
      execFileSync('sh', ['-c', 'ip link set lo up; for n in 7 8; do ip address add 198.51.100.$n dev lo; done'])
      await filter.set([{ address: '198.51.100.7', ports: [], lost: [1] }])
      const seen = []
      filter.onEcho((address, isLost) => seen.push([address, isLost ? 'lost' : 'answered']))
      const seenAt = (address) => seen.filter(([one]) => one === address).map(([, outcome]) => outcome)
      const ping = (...given) => execFileSync('ping', ['-q', '-i', '0.01', '-W', '1', ...given])
      const wait = async (address, count, before) => {
        while (seenAt(address).length < count) {
          before?.()
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
      }
      // The kernel's reports begin a moment after the filter.
      await wait('198.51.100.8', 1, () => ping('-c', '1', '198.51.100.8'))
      ping('-c', '3', '198.51.100.7')
      await wait('198.51.100.7', 3)
      console.log(seenAt('198.51.100.7').join())`)
    expect(output).toBe('answered,lost,answered\n')
  })

  it('gives packets the class of their delay', () => {
    // Not every kernel can delay packets, so the classes have no delay here.
    const output = inNamespace(`
      const { delayCommands } = await import(${JSON.stringify(new URL('delays.ts', import.meta.url).pathname)})
      const input = delayCommands('lo').filter((line) => !line.includes('netem')).join('\\n')
      execFileSync('sh', ['-c', 'ip link set lo up; for n in 7 8; do ip address add 198.51.100.$n dev lo; done'])
      execFileSync('tc', ['-batch', '-'], { input })
      const times = new Map([['198.51.100.7', 78.8], ['198.51.100.8', 900]])
      await filter.set([{ address: '198.51.100.7', ports: [], times }])
      for (const address of times.keys()) execFileSync('ping', ['-q', '-c', '1', address])
      const classes = execFileSync('tc', ['-s', 'class', 'show', 'dev', 'lo'], { encoding: 'utf8' })
      console.log([...classes.matchAll(/class htb (\\S+) .*\\n Sent \\d+ bytes ([1-9]\\d*) pkt/g)].map(([, name, count]) => name + ' ' + count).sort().join())`)
    expect(output).toBe('1:1f4 2,1:4f 2\n')
  })

  it('has the rules of before if the kernel refuses new ones', () => {
    const output = inNamespace(`
      await filter.set([${rules('198.51.100.7')}])
      const broken = { address: '198.51.100.8', ports: [{ port: 99999, verdict: 'accept' }] }
      console.log(await filter.set([broken]).then(() => 'accepted', () => 'refused'), counts())
      await filter.set([{ address: '198.51.100.7', ports: [{ port: 80, verdict: 'refuse' }] }])
      console.log(counts())`)
    expect(output).toBe('refused 2 1 1 2 0 1\n2 1 1 2 0 1\n')
  })
})
