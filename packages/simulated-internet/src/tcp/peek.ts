import type { Socket } from 'node:net'

/** Reads the beginning of a stream, and puts it back. Resolves with undefined if the client leaves before. */
export const peek = async <Result>(
  socket: Socket,
  read: (octets: Buffer) => Result | 'incomplete',
): Promise<Result | undefined> =>
  new Promise((resolve) => {
    let octets = Buffer.alloc(0)
    const end = (result: Result | undefined): void => {
      socket.off('data', take)
      socket.off('close', leave)
      socket.pause()
      if (octets.length > 0) socket.unshift(octets)
      resolve(result)
    }
    const leave = (): void => end(undefined)
    const take = (more: Buffer): void => {
      octets = Buffer.concat([octets, more])
      const result = read(octets)
      if (result !== 'incomplete') end(result)
    }
    socket.on('data', take)
    socket.on('close', leave)
    // An earlier look has paused the stream.
    socket.resume()
  })
