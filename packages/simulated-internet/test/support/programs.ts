import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

// The folders of administration programs on Debian.
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }

const PACKAGES = {
  DNS: 'bind9-dnsutils, knot-dnsutils, ldnsutils and unbound',
  web: 'openssl, gnutls-bin, curl, whois, nmap, sslscan, iputils-ping, spf-tools-perl, testssl.sh and nftables',
  route: 'traceroute, mtr-tiny, iputils-tracepath, iputils-ping, fping and busybox',
  mail: 'bind9-dnsutils, swaks, libnet-ssleay-perl, openssl, python3, curl and isync',
  policy: 'python3-spf, python3-dkim, libmail-spf-perl, opendkim-tools and opendmarc',
  report: 'dmarc-cat, libmail-dmarc-perl and python3',
  zone: 'bind9-utils and python3-dnspython',
  metric: 'prometheus',
  judge: 'zonemaster-cli, dnsviz, bind9, bind9-dnsutils, gnutls-bin and default-jdk-headless',
} as const

/** Returns whether programs are installed. If one is missing, prints a warning, or throws in a test run that requires them, as `npm run judges` does. */
export const hasPrograms = (programs: readonly string[], kind: keyof typeof PACKAGES = 'DNS'): boolean => {
  const missing = programs.filter((program) => spawnSync('sh', ['-c', `command -v ${program}`], { env }).status !== 0)
  if (missing.length === 0) return true
  const sentence = `Tests with real ${kind} programs were NOT run: ${missing.join(', ')} missing. Debian has them in ${PACKAGES[kind]}.`
  if (process.env['NETBOX_JUDGES'] === 'all' || process.env[`NETBOX_REQUIRE_${kind.toUpperCase()}_TOOLS`] === '1')
    throw new Error(sentence)
  console.warn(`\n${'!'.repeat(80)}\n${sentence}\n${'!'.repeat(80)}\n`)
  return false
}

const run = promisify(execFile)

/** Runs a program and returns its standard output, followed by its standard error. Rejects if it fails. */
export const outputOf = async (program: string, given: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await run(program, [...given], { env, timeout: 60_000 })
  return `${stdout}${stderr}`
}
