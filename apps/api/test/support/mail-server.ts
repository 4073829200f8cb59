import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Starts a mail server that records its mail. */
export const startMailServer = async () => {
  const mails: { readonly to: string; readonly text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const take = async (): Promise<void> => {
        const { to = [], text = '' } = await PostalMime.parse(await buffer(stream))
        mails.push({ to: to[0]?.address ?? '', text })
      }
      callbackify(take)(done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { mails, url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(resolve)) }
}
