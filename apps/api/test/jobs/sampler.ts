// Loaded into the service by NODE_OPTIONS: writes down now and then what the process holds, right after a full collection, so that
// the rest is really in use.
import { appendFileSync, readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { NETBOX_SAMPLES: file, NETBOX_SAMPLE_EVERY: every } = process.env

setFlagsFromString('--expose-gc')
// V8 gives it when it was asked for with the flag above.
const collect = runInNewContext('gc') as () => void

/** Counts what the kernel has open for this process, where there is a folder that lists it. */
const countDescriptors = (): number => {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}

const sampleTo = (path: string): void => {
  collect()
  const { rss, heapUsed, external } = process.memoryUsage()
  const megabytes = (bytes: number): number => bytes / 1_000_000
  const resources = process.getActiveResourcesInfo()
  const sockets = resources.filter((resource) => resource === 'TCPSocketWrap').length
  const line = {
    seconds: process.uptime(),
    rss: megabytes(rss),
    heap: megabytes(heapUsed),
    external: megabytes(external),
    sockets,
    descriptors: countDescriptors() - sockets,
    resources: resources.length - sockets,
  }
  appendFileSync(path, `${JSON.stringify(line)}\n`)
}

if (file !== undefined) setInterval(() => sampleTo(file), Number(every)).unref()
