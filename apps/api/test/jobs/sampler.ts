// Loaded into the service by NODE_OPTIONS: regularly records the process's memory, right after a full garbage collection, so that only used
// memory counts.
import { appendFileSync, readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const { NETBOX_SAMPLES: file, NETBOX_SAMPLE_EVERY: every } = process.env

setFlagsFromString('--expose-gc')
// V8 provides `gc` because of the flag above.
const collect = runInNewContext('gc') as () => void

/** Counts the process's open file descriptors, if the system has a folder that lists them. */
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
