import type { Mutation } from '../mutation.ts'

const server = 'src/http/server.ts'
const servers = ['src/http/server.test.ts']
const pages = ['test/system/pages.test.ts']
const drain = 'SIGTERM drops no request'

/** The end of the service, and of those who leave. */
export const endings: readonly Mutation[] = [
  {
    name: 'the service says that it is ready while it drains',
    promise: drain,
    file: 'src/features/system/pages.ts',
    find: '      !isDraining() &&\n',
    replace: '',
    tests: pages,
    named: 'while it drains',
  },
  {
    name: 'what is being served is cut off at once',
    promise: drain,
    file: server,
    find: '  onDrain()\n',
    replace: '  onDrain()\n  server.closeAllConnections()\n',
    tests: servers,
    named: 'finishes what is being served',
  },
  {
    name: 'connections that are kept open are closed at once',
    promise: drain,
    file: server,
    find: 'NetServer.prototype.close.call(server, () => resolve())',
    replace: 'server.close(() => resolve())',
    tests: servers,
    named: 'kept open',
  },
  {
    name: 'clients are not told to close',
    promise: drain,
    file: server,
    find: 'response.shouldKeepAlive &&= !isEnding',
    replace: 'response.shouldKeepAlive &&= isEnding || true',
    tests: servers,
    named: 'told to close',
  },
  {
    name: 'a stream that breaks off looks complete',
    promise: 'nothing half is taken for whole',
    file: 'src/http/sse.ts',
    find: 'one that is complete.\n    response.destroy()\n',
    replace: 'one that is complete.\n    response.end()\n',
    tests: ['src/http/sse.test.ts'],
    named: 'breaks off',
  },
  {
    name: 'a run goes on for a client that left',
    promise: 'bounded work',
    file: 'src/features/tools/routes.ts',
    find: '{ ...order, signal: call.signal(), ',
    replace: '{ ...order, ',
    tests: ['test/tools/tools.test.ts'],
    named: 'client that leaves',
  },
]
