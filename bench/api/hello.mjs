// The baseline of the API's figures: what Koa does at most on this machine.
import Koa from 'koa'

const app = new Koa()
app.use((ctx) => {
  ctx.body = { hello: 'world' }
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`hello listens on http://127.0.0.1:${server.address().port}`)
})
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
})
